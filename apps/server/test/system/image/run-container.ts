import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuiltImage } from './build-image.ts';

/** What a program in a container left: its exit code, and all that it printed. */
export type Ended = { readonly code: number | null; readonly output: string };

export type Container = AsyncDisposable & {
  readonly ended: Promise<number | null>;
  /** Returns all that it has printed. */
  output(): string;
  signal(name: 'TERM' | 'KILL'): Promise<void>;
  /** Runs another program in it, as `docker exec` does. */
  exec(words: readonly string[]): Promise<Ended>;
  /** Returns the folder in which the machine sees the container's files. */
  files(): Promise<string>;
};

type Running = {
  /** A folder for what this container needs while it runs. */
  readonly folder: string;
  readonly name: string;
  /** The folder behind /data; without one it is empty and in memory. */
  readonly volume?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The words after the entry point, in place of the image's own. */
  readonly words?: readonly string[];
};

/**
 * Starts the image by runc, which runs containers for Docker too, under the limits of compose.yaml: a read-only root, no
 * capability, no new privileges, /tmp in memory. The network is that of this machine.
 */
export async function startContainer(image: BuiltImage, running: Running): Promise<Container> {
  const { folder, name } = running;
  const bundle = join(folder, name);
  const runc = ['--root', join(folder, 'runc')];
  await mkdir(bundle);
  await writeFile(join(bundle, 'config.json'), JSON.stringify(runtimeConfig(image, running)));
  const child = spawn('runc', [...runc, 'run', '--bundle', bundle, name], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  const ask = (...words: readonly string[]) => capture('runc', [...runc, ...words]);
  return {
    ended,
    output: () => output,
    async signal(signal) {
      await ask('kill', name, signal);
    },
    exec: (words) => ask('exec', name, ...words),
    async files() {
      const { output: state } = await ask('state', name);
      return `/proc/${(JSON.parse(state) as { pid: number }).pid}/root`;
    },
    async [Symbol.asyncDispose]() {
      await ask('delete', '--force', name);
      await ended;
    },
  };
}

/** Runs a command of the image to its end. */
export async function runInImage(image: BuiltImage, running: Running): Promise<Ended> {
  await using container = await startContainer(image, running);
  return { code: await container.ended, output: container.output() };
}

/** Runs a program to its end; output and errors are one text. */
export function capture(program: string, words: readonly string[]): Promise<Ended> {
  return new Promise((settle) => {
    const child = execFile(program, words, (_, output, errors) =>
      settle({ code: child.exitCode, output: `${output}${errors}` }),
    );
  });
}

/** https://github.com/opencontainers/runtime-spec/blob/main/config.md */
function runtimeConfig({ config, root }: BuiltImage, { name, volume, environment = {}, words }: Running) {
  const [uid, gid] = config.User.split(':').map(Number);
  const memory = (destination: string, ...options: string[]) => ({
    destination,
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', ...options],
  });
  return {
    ociVersion: '1.0.2',
    process: {
      user: { uid, gid },
      args: [...config.Entrypoint, ...(words ?? config.Cmd)],
      env: [...config.Env, ...Object.entries(environment).map(([key, value]) => `${key}=${value}`)],
      cwd: config.WorkingDir,
      capabilities: { bounding: [], effective: [], permitted: [], inheritable: [], ambient: [] },
      noNewPrivileges: true,
    },
    root: { path: root, readonly: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      memory('/dev', 'mode=755'),
      memory('/dev/shm', 'mode=1777'),
      memory('/tmp', 'mode=1777'),
      volume === undefined
        ? memory('/data', 'mode=700', `uid=${uid}`, `gid=${gid}`)
        : { destination: '/data', type: 'bind', source: volume, options: ['rbind', 'rw'] },
    ],
    linux: {
      cgroupsPath: `lightstick-test-${process.pid}-${name}`,
      namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })),
    },
  };
}
