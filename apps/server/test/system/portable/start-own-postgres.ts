import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { vi } from 'vitest';
import { createScratchFolder } from '../../world/scratch-folder.ts';

const run = promisify(execFile);

/** The oldest PostgreSQL that the product supports, as Debian packages it. */
const programs = '/usr/lib/postgresql/15/bin';

/** Whether it is here; elsewhere its tests are left out, except where tests count, as `CI` says. */
export const hasOwnPostgres = existsSync(join(programs, 'postgres')) || Boolean(process.env['CI']);

type OwnPostgres = AsyncDisposable & {
  /** Connects as a login that owns the database and has no other right. */
  readonly ownerUrl: string;
};

/** Starts a PostgreSQL 15 with an empty database, as an organiser has one: its owner may neither create roles nor more. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  await using stack = new AsyncDisposableStack();
  const { path } = stack.use(await createScratchFolder());
  const account = await accountOf();
  const folder = join(path, 'own');
  await mkdir(folder, { mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
  const options = { ...account, cwd: '/', env: { LC_ALL: 'C.UTF-8', TZ: 'Asia/Taipei' } };
  const cluster = join(folder, 'cluster');
  await run(join(programs, 'initdb'), [`--pgdata=${cluster}`, '--username=admin', '--auth=trust'], options);
  const settings = ['fsync=off', 'listen_addresses=', `unix_socket_directories=${folder}`, 'intervalstyle=iso_8601'];
  const server = spawn(join(programs, 'postgres'), ['-D', cluster, ...settings.flatMap((one) => ['-c', one])], {
    ...options,
    stdio: 'ignore',
  });
  stack.defer(async () => {
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
  });
  const urlOf = (login: string, database: string) =>
    `postgres://${login}@/${database}?host=${encodeURIComponent(folder)}`;
  await vi.waitFor(() => ask(urlOf('admin', 'postgres'), ['SELECT 1']), { timeout: 30_000, interval: 50 });
  await ask(urlOf('admin', 'postgres'), [
    'CREATE ROLE organiser LOGIN',
    'CREATE ROLE lightstick_app NOLOGIN',
    'GRANT lightstick_app TO organiser',
    `CREATE DATABASE lightstick OWNER organiser`,
  ]);
  const all = stack.move();
  return { ownerUrl: urlOf('organiser', 'lightstick'), [Symbol.asyncDispose]: () => all.disposeAsync() };
}

async function ask(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** PostgreSQL refuses to run as root. */
async function accountOf(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(['-u', '-g'].map((what) => run('id', [what, 'postgres'])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}
