import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { vi } from 'vitest';
import { createScratchFolder } from '../../world/scratch-folder.ts';
import { type Browser, createBrowser } from './browser.ts';
import { reservePort } from '../../../../../e2e/reserve-port.ts';

const deploy = resolve(import.meta.dirname, '../../../../../deploy');
const certificate = join(import.meta.dirname, 'tls-for-tests.certificate.pem');
const certificateKey = join(import.meta.dirname, 'tls-for-tests.key.pem');

/** Debian has it in a folder of administrators. */
const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`;

/**
 * Whether nginx exists. `npm test` brings it where it may; on other systems these tests are left out, and the run says
 * so.
 */
export const hasNginx = spawnSync('nginx', ['-v'], { env: { PATH: path } }).status === 0;

/** One line of the access log, as far as tests read it. */
export type AccessLine = { readonly id: string; readonly path: string; readonly replica: string };

export type Nginx = AsyncDisposable & {
  readonly origin: string;
  readonly browser: Browser;
  /** Reads the present `lightstick-replicas.conf`. */
  replicas(): Promise<string>;
  accessLog(): Promise<AccessLine[]>;
  /** Removes `back-soon.html`, as on a machine without it. */
  removePage(): Promise<void>;
};

/**
 * Starts nginx with the shipped configuration, and `watch-replicas.mjs` beside it. Only ports and folders are replaced;
 * their originals must exist, so that a changed file cannot be tested as another.
 */
export async function startNginx(ports: {
  readonly listen: number;
  readonly replicas: readonly [number, number];
}): Promise<Nginx> {
  await using stack = new AsyncDisposableStack();
  const { path: folder } = stack.use(await createScratchFolder());
  const plainPort = await reservePort();
  const origin = `https://127.0.0.1:${ports.listen}`;
  const configuration = join(folder, 'nginx.conf');
  const replicasFile = join(folder, 'lightstick-replicas.conf');
  const body = join(folder, 'body');
  const pages = join(folder, 'pages');
  // Folders for protocols that are not used here, which nginx makes all the same.
  const others = ['fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ');
  await Promise.all([mkdir(join(folder, 'log')), mkdir(pages)]);
  await copyFile(join(deploy, 'back-soon.html'), join(pages, 'back-soon.html'));
  await copyWith(join(deploy, 'nginx.conf'), configuration, {
    'listen 80 ': `listen 127.0.0.1:${plainPort} `,
    'listen 443 ': `listen 127.0.0.1:${ports.listen} `,
    '/etc/lightstick/tls/fullchain.pem': certificate,
    '/etc/lightstick/tls/privkey.pem': certificateKey,
    '/etc/nginx/lightstick-replicas.conf': replicasFile,
    'root /etc/lightstick;': `root ${pages};`,
    '/run/nginx.pid': join(folder, 'nginx.pid'),
    '/var/log/nginx/error.log': join(folder, 'log', 'error.log'),
    '/var/log/nginx/access.log': join(folder, 'log', 'access.log'),
    '/var/lib/nginx/body;': `${body}; ${others}`,
    '/var/lib/nginx/proxy': join(folder, 'proxy'),
  });
  await copyWith(join(deploy, 'lightstick-replicas.conf'), replicasFile, {
    '127.0.0.1:3001': `127.0.0.1:${ports.replicas[0]}`,
    '127.0.0.1:3002': `127.0.0.1:${ports.replicas[1]}`,
  });
  // Its prefix has to be a folder that is there.
  const options = ['-p', folder, '-c', configuration];
  stack.use(keepRunning('nginx', [...options, '-g', 'daemon off;']));

  const browser = stack.use(createBrowser(origin, readFileSync(certificate, 'utf8')));
  await vi.waitFor(() => browser.ask('/healthz'), { timeout: 30_000, interval: 50 });
  await copyFile(join(deploy, 'watch-replicas.mjs'), join(folder, 'watch-replicas.mjs'));
  const reload = ['nginx', ...options, '-s', 'reload'].join(' ');
  stack.use(
    keepRunning(process.execPath, [
      join(folder, 'watch-replicas.mjs'),
      `--file=${replicasFile}`,
      `--reload=${reload}`,
      '--every=0.2',
      '--patience=2',
    ]),
  );

  const running = stack.move();
  return {
    origin,
    browser,
    replicas: () => readFile(replicasFile, 'utf8'),
    async accessLog() {
      const lines = await readFile(join(folder, 'log', 'access.log'), 'utf8');
      return lines
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as AccessLine);
    },
    removePage: () => rm(join(pages, 'back-soon.html')),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function copyWith(source: string, target: string, places: Readonly<Record<string, string>>): Promise<void> {
  let text = await readFile(source, 'utf8');
  for (const [shipped, here] of Object.entries(places)) {
    if (!text.includes(shipped)) throw new Error(`${source} has no "${shipped}" any more`);
    text = text.replaceAll(shipped, here);
  }
  await writeFile(target, text);
}

/** Runs a program until the end of the stack. */
export function keepRunning(program: string, options: readonly string[]): AsyncDisposable {
  const child: ChildProcess = spawn(program, options, { env: { PATH: path }, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  return {
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}
