import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createEraseAgain } from '#/app.ts';
import { parseSettings, type Settings } from '#/config/settings.ts';
import { createPools } from '#/db/connect.ts';
import { checksumsName, manifestName, type Part } from '#/db/portable/contents.ts';
import { systemClock } from '#/lib/clock.ts';
import { copyIn, copyOut, exportBackup, restoreToDatabase } from '#/modules/backups/index.ts';
import { createDatabase, createEmptyDatabase, openTestDatabase, type TestDatabase } from '../../world/database.ts';
import { givenElection } from '../../world/given-election.ts';
import { givenFans } from '../../world/given-fan.ts';
import { runStatement } from '../../world/run-statement.ts';
import { createScratchFolder, type ScratchFolder } from '../../world/scratch-folder.ts';
import { wholeDatabase } from '../../world/whole-database.ts';
import { withDatabase } from '../../world/with-database.ts';

const run = promisify(execFile);

let source: TestDatabase;
let target: TestDatabase;
let folder: ScratchFolder;
let settings: Settings;
let parts: readonly Part[];
let file: string;
beforeAll(async () => {
  [source, target, folder] = await Promise.all([createDatabase(), createDatabase(), createScratchFolder()]);
  await givenElection({ ownerPool: source.ownerPool, clock: systemClock });
  for (let round = 0; round < 3; round += 1) {
    await givenFans({ db: source.db, clock: systemClock }, 1000, { points: 10 });
  }
  parts = await Array.fromAsync(copyOut(source.ownerPool));
  settings = parseSettings({ NODE_ENV: 'test', DATA_DIR: folder.path }, folder.path);
  file = join(folder.path, 'whole.tar.zst');
  await exportBackup(file, { ownerPool: source.ownerPool, settings, clock: systemClock });
});
afterAll(async () => {
  await Promise.all([source, target, folder].map((one) => one[Symbol.asyncDispose]()));
});

async function* streamOf(given: readonly Part[]): AsyncGenerator<Part> {
  yield* given;
}

/** Loads a file as the command line does. */
async function load(path: string, database: Pick<TestDatabase, 'url'>) {
  await using stack = new AsyncDisposableStack();
  const pools = createPools({ ownerUrl: database.url });
  stack.defer(() => pools.end());
  const given = { settings, clock: systemClock, eraseAgain: createEraseAgain(settings) };
  return await restoreToDatabase({ ...given, file: path, pools, withFiles: false, keepSchema: false });
}

/** Returns the backup with one part altered; without it when the change returns nothing. */
function altered(name: RegExp, change: (part: Part) => Part | undefined): readonly Part[] {
  let found = 0;
  const changed = parts.flatMap((part) => {
    if (!name.test(part.name)) return [part];
    found += 1;
    return change(part) ?? [];
  });
  if (found !== 1) throw new Error(`${found} parts are named like ${name}`);
  return changed;
}

const accounts = /^tables\/ledger\.account\/000001/;
const inText = (part: Part, change: (text: string) => string): Part => ({
  ...part,
  bytes: Buffer.from(change(Buffer.from(part.bytes).toString('utf8'))),
});

const refusals: readonly (readonly [string, () => readonly Part[], RegExp])[] = [
  ['without its end', () => altered(/^checksums/, () => undefined), /is truncated: its last part is missing/],
  ['without its beginning', () => parts.slice(1), /is no portable backup/],
  ['without rows of a table', () => altered(accounts, () => undefined), /ledger\.account has 0 rows of 0 bytes/],
  [
    'with an altered balance',
    () => altered(accounts, (part) => inText(part, (rows) => rows.replace('\t10\t', '\t11\t'))),
    /ledger\.account has 3000 rows of \d+ bytes instead of 3000 of \d+, or other contents/,
  ],
  [
    'with a row that breaks a rule',
    () => altered(accounts, (part) => inText(part, (rows) => rows.replace('\t10\t', '\t-1\t'))),
    /PostgreSQL refuses a row of ledger\.account.*account_never_below_zero/,
  ],
  [
    'with a part twice',
    () => parts.flatMap((part) => (accounts.test(part.name) ? [part, part] : [part])),
    /not in its place/,
  ],
  [
    'with other sums',
    () =>
      altered(/^manifest/, (part) => inText(part, (text) => text.replace('"balance": "30000"', '"balance": "30001"'))),
    /sums of the ledger differ/,
  ],
  [
    'of a later release',
    () =>
      altered(/^manifest/, (part) =>
        inText(part, (text) => {
          const manifest = JSON.parse(text) as { release: object; migrations: object[] };
          const migrations = [...manifest.migrations, { name: '9999-later.sql', checksum: 'a' }];
          return JSON.stringify({ ...manifest, release: { version: '9.9.9', commit: 'c0ffee' }, migrations });
        }),
      ),
    /made by release 9\.9\.9, commit c0ffee, whose schema ends with 9999-later\.sql/,
  ],
  [
    'of a schema before that of the database',
    () =>
      altered(/^manifest/, (part) =>
        inText(part, (text) => {
          const manifest = JSON.parse(text) as { migrations: object[] };
          return JSON.stringify({ ...manifest, migrations: manifest.migrations.slice(0, -1) });
        }),
      ),
    /The database has the migration .*, and the backup ends with /,
  ],
];

describe('a portable backup is refused, and the database stays as it is,', () => {
  it.each(refusals)('%s', async (_, given, words) => {
    const before = await wholeDatabase(target.ownerPool);
    await expect(copyIn(target.ownerPool, streamOf(given()))).rejects.toThrow(words);
    expect(await wholeDatabase(target.ownerPool)).toEqual(before);
  });

  it('in a database without tables as well', async () => {
    await using empty = await createEmptyDatabase();
    const broken = streamOf(parts.slice(0, -1));
    await expect(copyIn(empty.ownerPool, broken)).rejects.toThrow('is truncated');
    const { rows } = await empty.ownerPool.query(
      `SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^pg_|^information_schema$'
        UNION ALL SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
    );
    expect(rows).toEqual([{ name: 'public' }]);
  });

  it('when the database has fans', async () => {
    const before = await wholeDatabase(source.ownerPool);
    await expect(copyIn(source.ownerPool, streamOf(parts))).rejects.toThrow('public.fan has rows');
    expect(await wholeDatabase(source.ownerPool)).toEqual(before);
  });

  it('while a server runs on the database', async () => {
    const server = new pg.Client({ connectionString: target.url, application_name: 'lightstick queue' });
    await server.connect();
    onTestFinished(() => server.end());
    await expect(copyIn(target.ownerPool, streamOf(parts))).rejects.toThrow('A server runs on this database');
  });

  it('when its file is truncated, altered, or something else', async () => {
    const whole = await readFile(file);
    const other = join(folder.path, 'other.tar.zst');
    const before = await wholeDatabase(target.ownerPool);
    for (const [bytes, words] of [
      [whole.subarray(0, -100), /is not complete/],
      [whole.subarray(0, whole.length / 2), /is not complete/],
      [whole.map((byte, at) => (at === whole.length - 9_000 ? byte ^ 1 : byte)), /was changed after it was written/],
      [Buffer.from('a mail'), /is no backup/],
    ] as const) {
      await writeFile(other, bytes);
      await expect(load(other, target)).rejects.toThrow(words);
    }
    expect(await wholeDatabase(target.ownerPool)).toEqual(before);
  });
});

it('a whole backup loads where all of these were refused', async () => {
  const { head, sums, broken } = await load(file, target);
  expect(broken).toBeUndefined();
  expect(head.release).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
  });
  expect(sums).toContainEqual(expect.objectContaining({ unit: 'POINT', accounts: 3000, balance: '30000' }));
  expect(parts.at(0)?.name).toBe(manifestName);
  expect(parts.at(-1)?.name).toBe(checksumsName);
});

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('on a full disk', () => {
  const stack = new AsyncDisposableStack();
  let disk: string;
  beforeAll(async () => {
    disk = join(folder.path, 'disk');
    await mkdir(disk);
    await run('mount', ['-t', 'tmpfs', '-o', 'size=96m,mode=0711', 'lightstick-small-disk', disk]);
    stack.defer(() => run('umount', [disk]).then(() => undefined));
  });
  afterAll(() => stack.disposeAsync());

  /** Leaves so many bytes of the disk. */
  async function fill(left: number): Promise<void> {
    const { bavail, bsize } = await statfs(disk);
    const filler = join(disk, 'filler');
    await writeFile(filler, Buffer.alloc(bavail * bsize - left));
    onTestFinished(() => rm(filler));
  }

  it('an export leaves no file', async () => {
    await fill(100_000);
    const unwritten = join(disk, 'export.tar.zst');
    const { ownerPool } = source;
    const writing = exportBackup(unwritten, { ownerPool, settings, clock: systemClock });
    await expect(writing).rejects.toThrow(`The disk of ${disk} is full. Nothing is left`);
    await expect(truncate(unwritten)).rejects.toThrow('ENOENT');
    await expect(truncate(`${unwritten}.unfinished`)).rejects.toThrow('ENOENT');
  });

  it('an import leaves the database as it was', async () => {
    const { serverUrl, template } = inject('database');
    const place = join(disk, 'tablespace');
    await mkdir(place);
    const account = await run('id', ['-u', 'postgres']);
    await chown(place, Number(account.stdout), 0);
    const name = template.replace('template', 'small');
    await runStatement(serverUrl, `CREATE TABLESPACE ${name} LOCATION '${place}'`);
    onTestFinished(() => runStatement(serverUrl, `DROP TABLESPACE ${name}`));
    await runStatement(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} TABLESPACE ${name} STRATEGY FILE_COPY`);
    await using small = openTestDatabase(withDatabase(serverUrl, name), () =>
      runStatement(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`),
    );
    const before = await wholeDatabase(small.ownerPool);
    await fill(1_000_000);
    await expect(load(file, small)).rejects.toThrow('The disk of the database is full');
    expect(await wholeDatabase(small.ownerPool)).toEqual(before);
  });
});
