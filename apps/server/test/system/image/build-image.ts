import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const projectRoot = resolve(import.meta.dirname, '../../../../..');
const cache = join(projectRoot, 'node_modules/.cache/image');
const standInsFile = join(import.meta.dirname, 'stand-ins.Dockerfile');

/** Whether this machine can build images: `npm run test:system` brings the programs where it may. */
export const buildsImages =
  process.getuid?.() === 0 &&
  ['mmdebstrap', 'buildah', 'runc'].every((program) => spawnSync(program, ['--version']).status === 0);

/** The settings of an image, as its Dockerfile gives them. */
export type ImageConfig = {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Volumes: Readonly<Record<string, object>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
  readonly Labels: Readonly<Record<string, string>>;
};

export type BuiltImage = AsyncDisposable & {
  readonly config: ImageConfig;
  /** The image's files, which must not be changed. */
  readonly root: string;
  /** A Debian with Node and docker-compose; its files may be changed. */
  readonly toolsRoot: string;
};

/** Builds the image by the project's own Dockerfile. The images that it begins from are kept between runs. */
export async function buildImage(buildArguments: Readonly<Record<string, string>>): Promise<BuiltImage> {
  await mkdir(join(cache, 'tmp'), { recursive: true });
  // A run that was killed leaves its containers mounted.
  await buildah(['rm', '--all']);
  await buildah(['rmi', '--prune']);
  await prepareStandIns();
  const given = { ...buildArguments, NODE_IMAGE: 'localhost/node', BASE_IMAGE: 'localhost/debian' };
  const options = Object.entries(given).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  // Only docker's format keeps the health check.
  await build(['--format=docker', '--jobs=2', ...options, '--tag=lightstick', projectRoot]);
  const inspected = JSON.parse(await buildah(['inspect', '--type=image', 'localhost/lightstick'])) as {
    Docker: { config: ImageConfig };
  };
  return {
    config: inspected.Docker.config,
    root: await mount('localhost/lightstick'),
    toolsRoot: await mount('localhost/node'),
    async [Symbol.asyncDispose]() {
      await buildah(['rm', '--all']);
    },
  };
}

async function mount(image: string): Promise<string> {
  const container = await buildah(['from', image]);
  return buildah(['mount', container.trim()]).then((path) => path.trim());
}

/** Overlays cannot lie on an overlay, as a project in a container does. */
const driver = () => (statfsSync(cache).type === 0x79_4c_76_30 ? 'vfs' : 'overlay');

async function buildah(words: readonly string[]): Promise<string> {
  const storage = [
    `--storage-driver=${driver()}`,
    `--root=${join(cache, 'storage')}`,
    `--runroot=${join(cache, 'run')}`,
  ];
  // Its temporary files are large, and npm's cache is kept among them.
  const env = { ...process.env, TMPDIR: join(cache, 'tmp') };
  const { stdout } = await run('buildah', [...storage, ...words], { env, maxBuffer: 64 * 2 ** 20 });
  return stdout;
}

function build(words: readonly string[]): Promise<string> {
  return buildah(['build', '--isolation=chroot', '--layers=false', ...words]);
}

/** Makes the images again when Debian, Node, npm or their description has changed. */
async function prepareStandIns(): Promise<void> {
  const dockerfile = await readFile(join(projectRoot, 'Dockerfile'), 'utf8');
  const suite = /^ARG NODE_IMAGE=\S+-([a-z]+)-slim$/m.exec(dockerfile)?.[1];
  if (suite === undefined) throw new Error('Dockerfile does not name the release of Debian any more');
  const mirror = await findMirror();
  const npm = dirname(dirname(await realpath(findProgram('npm'))));
  const release = await releaseOf(mirror, suite);
  const hash = createHash('sha256')
    .update(`${process.version}\0${release}`)
    .update(await readFile(standInsFile));
  const key = hash.update(await readFile(join(npm, 'package.json'))).digest('hex');
  const keyFile = join(cache, 'stand-ins-key');
  if (existsSync(keyFile) && (release === undefined || readFileSync(keyFile, 'utf8') === key)) return;

  const context = join(cache, 'context');
  await rm(context, { recursive: true, force: true });
  await mkdir(context);
  await run('mmdebstrap', ['--variant=minbase', suite, join(context, 'debian.tar'), mirror], { maxBuffer: 2 ** 26 });
  await copyFile(process.execPath, join(context, 'node'));
  await cp(npm, join(context, 'npm'), { recursive: true });
  await writeRegistry(context);
  for (const name of ['debian', 'node']) {
    await build([`--file=${standInsFile}`, `--target=${name}`, `--tag=${name}`, context]);
  }
  await writeFile(keyFile, key);
  await rm(context, { recursive: true });
}

/** Gives npm in the image the registry of this machine, which the project does not know. */
async function writeRegistry(context: string): Promise<void> {
  const ask = async (name: string) => (await run('npm', ['config', 'get', name])).stdout.trim();
  await writeFile(join(context, 'npmrc'), `registry=${await ask('registry')}\n`);
  const certificates = [await ask('cafile'), process.env['NODE_EXTRA_CA_CERTS'] ?? ''].find((path) => existsSync(path));
  await writeFile(join(context, 'ca.pem'), certificates === undefined ? '' : await readFile(certificates));
}

/** @returns the mirror of Debian from which this machine installs packages */
async function findMirror(): Promise<string> {
  const { stdout } = await run('apt-get', ['indextargets', '--format', '$(ORIGIN) $(REPO_URI)']);
  const mirror = /^Debian (\S+)$/m.exec(stdout)?.[1];
  if (mirror === undefined) throw new Error('apt knows no mirror of Debian: run apt-get update');
  return mirror;
}

/** Reads Debian's own description of a release, which changes with its packages; undefined while the mirror is away. */
async function releaseOf(mirror: string, suite: string): Promise<string | undefined> {
  const response = await fetch(new URL(`dists/${suite}/InRelease`, mirror)).catch(() => undefined);
  return response?.ok ? response.text() : undefined;
}

function findProgram(name: string): string {
  const folder = (process.env['PATH'] ?? '').split(delimiter).find((path) => existsSync(join(path, name)));
  if (folder === undefined) throw new Error(`${name} was not found`);
  return join(folder, name);
}
