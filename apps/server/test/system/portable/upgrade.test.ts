import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startServer } from '#/cluster/start-server.ts';
import { parseSettings } from '#/config/settings.ts';
import { createPools } from '#/db/connect.ts';
import { isMigrated } from '#/db/compare-schema.ts';
import { migrate } from '#/db/migrate.ts';
import { schemaFolders } from '#/db/schema-files.ts';
import { systemClock } from '#/lib/clock.ts';
import { createLog } from '#/log.ts';
import { readHold } from '#/modules/backups/hold.store.ts';
import { reopenPlatform } from '#/modules/backups/index.ts';
import { createEmptyDatabase } from '../../world/database.ts';
import { givenElection } from '../../world/given-election.ts';
import { givenFans } from '../../world/given-fan.ts';
import { runLightstick } from '../../world/run-lightstick.ts';
import { createScratchFolder, type ScratchFolder } from '../../world/scratch-folder.ts';

const lastOfBefore = '0045-supporters-who-are-shown.sql';

let folder: ScratchFolder;
let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let environment: Record<string, string>;
let pending: string[];
/** A database that gets what was saved, and the newest schema. */
let forward: typeof database | undefined;
beforeAll(async () => {
  [folder, database] = await Promise.all([createScratchFolder(), createEmptyDatabase()]);
  environment = { DATABASE_URL: database.url, DATA_DIR: join(folder.path, 'data') };
  const migrations = join(folder.path, 'migrations');
  const names = (await readdir(schemaFolders.migrations)).toSorted();
  pending = names.filter((name) => name > lastOfBefore);
  await mkdir(migrations);
  for (const name of names.filter((one) => !pending.includes(one))) {
    await cp(join(schemaFolders.migrations, name), join(migrations, name));
  }
  const functions = join(folder.path, 'functions');
  await cp(schemaFolders.functions, functions, { recursive: true });
  // The one function that needs a later table.
  await rm(join(functions, 'ledger/refuse_while_held.sql'));
  await migrate(database.ownerPool, { migrations, functions });
  await givenElection({ ownerPool: database.ownerPool, clock: systemClock });
  const pools = createPools({ ownerUrl: database.url });
  await givenFans({ db: pools.db, clock: systemClock }, 20, { points: 10 });
  await pools.end();
});
afterAll(async () => {
  await forward?.[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function schemaOf({ ownerPool }: Pick<typeof database, 'ownerPool'>) {
  const { rows } = await ownerPool.query<{ last: string; fans: number }>(
    `SELECT (SELECT max(name) FROM migration) AS last, (SELECT count(*)::int FROM fan) AS fans`,
  );
  return rows[0];
}

it('A check says what would change, and how long it took on a copy, and changes nothing.', async () => {
  const [plain, { code, output }] = await Promise.all([
    runLightstick(['upgrade', '--check'], environment),
    runLightstick(['upgrade', '--check', '--on-copy', '--json'], environment),
  ]);
  expect(plain).toMatchObject({ code: 0, output: expect.stringContaining(`ends with ${lastOfBefore}`) });
  for (const name of pending) expect(plain.output).toContain(`  ${name}`);
  expect(plain.output).toContain('Stop every server first.');

  const plan = JSON.parse(output) as { pending: { name: string; seconds: number }[] };
  expect([code, plan]).toEqual([0, expect.objectContaining({ last: lastOfBefore, stopFirst: true })]);
  expect(plan.pending.map(({ name }) => name)).toEqual(pending);
  for (const { seconds } of plan.pending) expect(seconds).toBeGreaterThan(0);
  expect(await readdir(environment['DATA_DIR'] ?? '')).toEqual([]);
  expect(await schemaOf(database)).toEqual({ last: lastOfBefore, fans: 20 });
});

it('An upgrade for which servers stop first is refused while one runs.', async () => {
  const server = new pg.Client({ connectionString: database.url, application_name: 'lightstick queue' });
  await server.connect();
  onTestFinished(() => server.end());
  expect(await runLightstick(['upgrade'], environment)).toMatchObject({
    code: 1,
    output: '',
    errors: expect.stringContaining('A server runs on this database. Stop it first.'),
  });
  expect(await schemaOf(database)).toEqual({ last: lastOfBefore, fans: 20 });
});

it('An upgrade saves the database, applies what is new, checks the ledger, and tells a working way back.', async () => {
  const { code, output } = await runLightstick(['upgrade'], environment);
  expect([code, output]).toEqual([0, expect.stringMatching(/\d+ invariants of the ledger hold\. Start it now\./)]);
  expect(await schemaOf(database)).toEqual({ last: pending.at(-1), fans: 20 });
  expect(await isMigrated(database.ownerPool)).toBe(true);

  const backup = /^ {2}lightstick (database import --keep-schema \S+)$/m.exec(output)?.[1] ?? '';
  await using back = await createEmptyDatabase();
  forward = await createEmptyDatabase();
  const words = ['database', 'import', backup.split(' ').at(-1) ?? ''];
  const [again, check, undone, loaded] = await Promise.all([
    runLightstick(['upgrade'], environment),
    runLightstick(['upgrade', '--check'], environment),
    runLightstick(backup.split(' '), { ...environment, DATABASE_URL: back.url }),
    runLightstick([...words, '--json'], { ...environment, DATABASE_URL: forward.url }),
  ]);
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('No table had to change.') });
  expect(check).toMatchObject({ code: 0, output: 'This release changes no table: just start it.\n' });
  expect(undone).toMatchObject({ code: 0, output: expect.stringContaining(`It ends with ${lastOfBefore}.`) });
  // That release cannot be held.
  expect(undone.output).toContain('The platform is not held');
  expect(await schemaOf(back)).toEqual({ last: lastOfBefore, fans: 20 });
  expect(loaded).toMatchObject({ code: 0, output: expect.stringContaining('"isHeld": true') });
  expect(await schemaOf(forward)).toEqual({ last: pending.at(-1), fans: 20 });
  expect(await readHold(forward.ownerPool)).toMatchObject({
    reason: expect.stringMatching(/^Restored from lightstick-/),
  });
});

it('An imported database sends no mail, webhook or transaction until it is reopened.', async () => {
  if (!forward) throw new Error('Nothing was imported');
  const { ownerPool, url: DATABASE_URL } = forward;
  const names = ['deliver-webhooks', 'send-mail', 'send-transactions'];
  await ownerPool.query('SELECT graphile_worker.add_job(name) FROM unnest($1::text[]) AS name', [names]);
  // Nothing answers there, so that an attempt to send changes nothing.
  const deadChain = { CHAIN_RPC_URL: 'http://127.0.0.1:9', FAUCET_KEY: `0x${'11'.repeat(32)}` };
  const given = { NODE_ENV: 'test', DATABASE_URL, DATA_DIR: folder.path, PORT: '0', ...deadChain };
  const settings = { ...parseSettings(given, folder.path), contentDir: undefined };
  const server = await startServer(settings, createLog('silent'));
  onTestFinished(() => server.stop());
  const untried = async () => {
    const { rows } = await ownerPool.query<{ name: string }>(
      `SELECT t.identifier AS name FROM graphile_worker._private_jobs j
         JOIN graphile_worker._private_tasks t ON t.id = j.task_id
        WHERE t.identifier = ANY ($1) AND j.attempts = 0 AND j.locked_at IS NULL ORDER BY 1`,
      [names],
    );
    return rows.map(({ name }) => name);
  };
  const config = await fetch(`http://127.0.0.1:${server.port}/config`);
  expect([config.status, server.heldBecause]).toEqual([200, expect.stringContaining('Restored from lightstick-')]);
  expect((await ownerPool.query('SELECT FROM job_worker')).rowCount).toBe(0);
  expect(await untried()).toEqual(names);
  await reopenPlatform(ownerPool, systemClock.now());
  await expect.poll(untried).toEqual([]);
});
