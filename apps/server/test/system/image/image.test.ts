import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chown, cp, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenFans } from '../../../../../bench/world/given-fans.ts';
import { connectTo } from '../../../../../bench/world/owner-connection.ts';
import { reservePort } from '../../../../../e2e/reserve-port.ts';
import { openPostOffice } from '../../world/mail-server.ts';
import { createScratchFolder, type ScratchFolder } from '../../world/scratch-folder.ts';
import { solvedToken } from '../../world/sign-up.ts';
import { buildImage, buildsImages, type BuiltImage, projectRoot } from './build-image.ts';
import { capture, type Container, runInImage, startContainer } from './run-container.ts';

/** What it may take on a disk: 15% more than it took when this was written. */
const imageMegabytes = 530;
const commit = '0123456789abcdef0123456789abcdef01234567';
const account = 10_001;

const packageJson = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  version: string;
  dependencies: { node: string };
};

describe.runIf(buildsImages)('the image', { timeout: 180_000 }, () => {
  const stack = new AsyncDisposableStack();
  let folder: ScratchFolder;
  let image: BuiltImage;
  beforeAll(async () => {
    folder = stack.use(await createScratchFolder());
    image = stack.use(await buildImage({ COMMIT: commit }));
  }, 900_000);
  afterAll(() => stack.disposeAsync());

  async function newVolume(name: string): Promise<string> {
    const volume = join(folder.path, name);
    await mkdir(volume, { mode: 0o700 });
    await chown(volume, account, account);
    return volume;
  }

  async function start(name: string, volume: string, environment: Record<string, string>) {
    const port = await reservePort();
    const origin = `http://127.0.0.1:${port}`;
    const settings = { HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'debug', ...environment };
    const container = await startContainer(image, { folder: folder.path, name, volume, environment: settings });
    const isReady = () =>
      fetch(`${origin}/readyz`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(isReady, { timeout: 60_000, interval: 100 }).toBe(200);
    return { container, origin, port };
  }

  it('says what it is, and runs as an account of its own with its data in a volume', async () => {
    const { config } = image;
    expect(config).toMatchObject({
      User: `${account}:${account}`,
      Entrypoint: ['lightstick'],
      Cmd: ['start'],
      Volumes: { '/data': {} },
      Labels: {
        'org.opencontainers.image.title': 'Lightstick',
        'org.opencontainers.image.version': packageJson.version,
        'org.opencontainers.image.revision': commit,
      },
    });
    expect(config.Env).toContain('DATA_DIR=/data');
    const stamp = await readFile(join(image.root, 'opt/lightstick/apps/web/dist/version.json'), 'utf8');
    expect(JSON.parse(stamp)).toMatchObject({ commitId: commit.slice(0, 8) });
  });

  it('has what the server needs to run, and nothing that only developers need', async () => {
    const project = join(image.root, 'opt/lightstick');
    const { packages } = JSON.parse(await readFile(join(projectRoot, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    const forDevelopers = Object.keys(packages).filter((path) => packages[path]?.dev);
    expect(forDevelopers.length).toBeGreaterThan(100);
    expect(forDevelopers.filter((path) => existsSync(join(project, path)))).toEqual([]);
    const files = await readdir(project, { recursive: true });
    expect(files).toContain('node_modules/fastify/package.json');
    const ours = files.filter((path) => !path.includes('node_modules/'));
    expect(ours).toContain('apps/server/src/main.ts');
    expect(ours.filter((path) => /(^|\/)(\.env.*|\.git|\.npmrc|test|[^/]*\.test\.tsx?)$/.test(path))).toEqual([]);
    expect(existsSync(join(image.root, 'usr/local/bin/npm'))).toBe(false);
  });

  it('keeps to its budget on the disk', async () => {
    const { output } = await capture('du', ['--summarize', '--bytes', image.root]);
    const megabytes = Math.round(Number.parseInt(output, 10) / 1e6);
    console.log(`The image takes ${megabytes} MB of its ${imageMegabytes} MB.`);
    expect(megabytes).toBeLessThan(imageMegabytes);
  });

  it('explains its commands, and needs a database for those that look into one', async () => {
    const help = await runInImage(image, { folder: folder.path, name: 'help', words: ['--help'] });
    expect(help).toMatchObject({ code: 0, output: expect.stringContaining('Usage: lightstick') });
    const list = await runInImage(image, { folder: folder.path, name: 'list', words: ['operator', 'list'] });
    expect(list).toMatchObject({ code: 1, output: expect.stringContaining('There is no database in /data') });
  });

  it('serves the demo from an empty volume, on a read-only disk and without any right', async () => {
    const { container, origin } = await start('demo', await newVolume('demo-data'), {});
    await using _ = container;
    const [kind, ...health] = image.config.Healthcheck.Test;
    expect(kind).toBe('CMD');
    expect(await container.exec(health)).toMatchObject({ code: 0, output: expect.stringContaining('is ready') });
    const config = (await (await fetch(`${origin}/config`)).json()) as { data: { currentActivityId: string } };
    expect(config.data.currentActivityId).toBe('1004');
    const page = await fetch(origin);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(commit.slice(0, 8))]);

    expect((await container.exec(['node', '--version'])).output).toBe(`v${packageJson.dependencies.node}\n`);
    expect(await container.exec(['touch', '/opt/lightstick/x'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('Read-only file system'),
    });
    expect((await container.exec(['cat', '/proc/1/status'])).output).toMatch(/^CapEff:\t0+$/m);
    // As deploy/compose-backup.cron does. The drill also checks the ledger.
    expect(await container.exec(['lightstick', 'backup'])).toMatchObject({ code: 0 });
    expect(await container.exec(['lightstick', 'backup', '--drill'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/can be restored[^]*The sums of its ledger are right/),
    });
    const install = await readFile(join(projectRoot, 'docs/operating/install.md'), 'utf8');
    const [, receive = ''] = /docker compose exec -T lightstick (sh -c \\\n\s+'[^']+')/.exec(install) ?? [];
    expect(await container.exec(['sh', '-c', `tar -C content/demo -c . | ${receive}`])).toMatchObject({
      code: 0,
      output: expect.stringContaining('is applied already'),
    });
    await container.signal('TERM');
    expect(await container.ended).toBe(0);
  });

  it('in production keeps the secret of its first start, and with it what fans hold', async () => {
    await using office = await openPostOffice();
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://vote.example.com',
      SMTP_URL: office.smtpUrl,
      HUMAN_CHECK_WORK: '3',
    };
    const volume = await newVolume('production-data');
    const secret = join(volume, 'server-secret');

    const first = await start('first', volume, production);
    await using firstContainer = first.container;
    expect(firstContainer.output().match(/\/data\/server-secret has the new secret/g)).toHaveLength(1);
    const { mode, uid } = await stat(secret);
    expect([mode & 0o777, uid]).toEqual([0o600, account]);
    const kept = await readFile(secret, 'utf8');
    const token = await givenSession(firstContainer);
    const challenge = await ask(first.origin, '/wallet/api/v1/user/humanCheckChallenge');
    await finishesRequestWhileStopping(first);

    const second = await start('second', volume, production);
    await using secondContainer = second.container;
    expect(await readFile(secret, 'utf8')).toBe(kept);
    expect(secondContainer.output()).not.toContain('new secret');
    expect(secondContainer.output()).toContain('database system was shut down at');
    expect(secondContainer.output()).not.toContain('recovery');
    const sessions = await ask(second.origin, '/wallet/api/v1/user/getSessions', { method: 'POST', token });
    expect(sessions).toMatchObject({ code: 0, data: { list: [{ current: true }] } });
    const human = await solvedToken((challenge.data as { challenge: unknown }).challenge);
    const query = new URLSearchParams({ email: 'fan@example.com', type: '1', googleRecaptchaToken: human });
    expect(await ask(second.origin, `/wallet/api/v1/user/sendEmail?${query.toString()}`)).toMatchObject({ code: 0 });
    await expect.poll(() => office.arrived.flatMap(({ to }) => to)).toEqual(['fan@example.com']);
  });

  it('in production without an address or a mail server says what is missing, and writes nothing', async () => {
    const volume = await newVolume('wrong-data');
    const environment = { NODE_ENV: 'production' };
    const { code, output } = await runInImage(image, { folder: folder.path, name: 'wrong', volume, environment });
    expect([code, output]).toEqual([1, expect.stringMatching(/PUBLIC_URL is missing[^]*SMTP_URL is missing/)]);
    expect(await readdir(volume)).toEqual([]);
  });

  it("is what compose.yaml starts, which Docker's own program reads with every profile", async () => {
    const place = join(image.toolsRoot, 'project');
    await mkdir(place);
    for (const name of ['compose.yaml', 'deploy']) {
      await cp(join(projectRoot, name), join(place, name), { recursive: true });
    }
    const command = 'cd /project && exec docker-compose --profile "*" config --format json';
    const { code, output } = await capture('chroot', [image.toolsRoot, 'sh', '-c', command]);
    await rm(place, { recursive: true });
    expect({ code, output }).toMatchObject({ code: 0 });
    const { services } = JSON.parse(output) as { services: Record<string, { image: string; read_only: boolean }> };
    expect(Object.keys(services).toSorted()).toEqual(['grafana', 'lightstick', 'postgres', 'prometheus', 'rtmp']);
    expect(Object.values(services).every((service) => service.read_only)).toBe(true);
    expect(services['lightstick']).toMatchObject({ image: `lightstick:${packageJson.version}` });
  });
});

type Answer = { readonly code: number; readonly data: unknown };

async function ask(origin: string, path: string, { method = 'GET', token = '' } = {}): Promise<Answer> {
  const headers = { 'x-deviceid': 'a-phone', ...(token && { token }), ...(method === 'POST' && json) };
  const response = await fetch(`${origin}${path}`, { method, headers, ...(method === 'POST' && { body: '{}' }) });
  return (await response.json()) as Answer;
}

const json = { 'content-type': 'application/json' };

/** Puts a signed-in fan into the embedded database of a container, by its socket. */
async function givenSession(container: Container): Promise<string> {
  const temporary = join(await container.files(), 'tmp');
  const socket = (await readdir(temporary)).find((name) => /^lightstick-\w{6}$/.test(name)) ?? '';
  const host = encodeURIComponent(join(temporary, socket));
  await using connection = connectTo(`postgres://lightstick_owner@/lightstick?host=${host}`);
  const [fan] = await givenFans(connection.ownerPool, { fans: 1 });
  return fan?.token ?? '';
}

/** Asks a server to stop while the body of a request is still on its way, and finds it answered all the same. */
async function finishesRequestWhileStopping(running: { container: Container; origin: string; port: number }) {
  const { container, origin, port } = running;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = ['POST /wallet/api/v1/user/getPublicKey HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
  socket.write(`${[...head, 'Content-Length: 2', 'Connection: close'].join('\r\n')}\r\n\r\n{`);
  // The server reads in the order in which connections came, so it has the beginning when it answers this.
  await fetch(`${origin}/healthz`);
  await container.signal('TERM');
  await expect
    .poll(() =>
      fetch(`${origin}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
    .toBe(false);
  socket.write('}');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*BEGIN PUBLIC KEY/);
  expect(await container.ended).toBe(0);
}
