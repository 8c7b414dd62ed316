import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEraseAgain } from '#/app.ts';
import { parseSettings } from '#/config/settings.ts';
import { createPools } from '#/db/connect.ts';
import { hasForeignTransactionIds, transactionIdColumns } from '#/db/portable/transaction-ids.ts';
import { startEmbedded } from '#/db/embedded/index.ts';
import { systemClock } from '#/lib/clock.ts';
import { adoptCopy, reopenPlatform, takeBackup, restoreToDatabase } from '#/modules/backups/index.ts';
import { checkInvariants } from '#/modules/points/index.ts';
import { readInvariants } from '#/modules/points/invariants.view.ts';
import { runLightstick } from '../../world/run-lightstick.ts';
import { countAllEarned, countEarnedOnce, credited, earned } from '../../world/count-all-earned.ts';
import { createDatabase, openTestDatabase } from '../../world/database.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenBox } from '../../world/given-luck.ts';
import { createScratchFolder } from '../../world/scratch-folder.ts';
import { wholeDatabase } from '../../world/whole-database.ts';
import { createWorld, type World } from '../../world/world.ts';
import { hasOwnPostgres, startOwnPostgres } from './start-own-postgres.ts';

const passphrase = 'a sentence that this test alone knows';
const doVote = 'POST /activity/api/v1/vote/doVote';
const activityId = '1004';
const query = { activityId };
const closesAt = new Date('2026-03-10T06:00:00Z');
const frozenAt = new Date(closesAt.getTime() - 60 * 60_000);

const voteIn = (world: World, fan: TestFan, idolId: string, num: number, key: string = randomUUID()) =>
  world.call(doVote, { fan, body: { activityId, idolId, num }, key });

/** Ids of transactions are other ones in another cluster; heartbeats and counters of calls stay behind. */
const rowsOf = (world: Pick<World, 'ownerPool'>) =>
  wholeDatabase(world.ownerPool, {
    without: [
      'migration',
      'repeatable_migration',
      'vote_observation',
      'vote_pace',
      'graphile_worker._private_jobs',
      // What a backup and a restore leave of themselves.
      'backup_run',
      'platform_hold',
    ],
    withoutColumns: ['xid', 'paid_in', 'seen'],
  });

async function publicAnswers(world: World) {
  world.time.forget();
  const ranking = await world.call('GET /activity/api/v1/vote/ranking', { query });
  const decisions = await world.call('GET /activity/api/v1/vote/decisions', { query });
  return { ranking: ranking.data, decisions: decisions.data };
}

describe.runIf(hasOwnPostgres)('a database that moves from the embedded PostgreSQL to one of version 15', () => {
  const stack = new AsyncDisposableStack();
  const keys = { before: randomUUID(), within: randomUUID() };
  let source: World;
  let target: World;
  let early: TestFan;
  let targetUrl: string;
  let targetDir: string;
  let restored: Awaited<ReturnType<typeof restoreToDatabase>>;
  let heldTransfer: unknown;

  beforeAll(async () => {
    const environment = { DEFAULT_COUNTRY: 'TW' };
    const given = await createDatabase();
    source = stack.use(
      await createWorld({ database: given, now: new Date(frozenAt.getTime() - 5 * 60_000), environment }),
    );
    const opensAt = new Date(closesAt.getTime() - 3 * 60 * 60_000);
    await source.given.election({ opensAt, closesAt, idols: 4, rules: { displayFreezeMinutes: 60 } });
    early = await source.given.fan({ points: 100, votes: 100 });
    await voteIn(source, early, '2', 6, keys.before);
    const box = await givenBox(source);
    await source.call('POST /wallet/api/v1/pointsMall/participateActivity', {
      fan: early,
      body: { activityId: box, num: 2 },
      key: randomUUID(),
    });
    await countAllEarned(source);
    source.clock.set(new Date(frozenAt.getTime() + 60_000));
    await voteIn(source, early, '4', 7, keys.within);
    // Points that no run of the job has counted yet.
    await source.given.fan({ points: 9 });
    await source.ownerPool.query(`
      SELECT graphile_worker.add_job('send-mail', '{"n": 1}', queue_name => 'mails', job_key => 'waiting',
                                     run_at => '2030-01-01');
      SELECT graphile_worker.add_job('send-mail', '{"n": 2}');
      SELECT graphile_worker.add_job('send-mail', '{"n": 3}', max_attempts => 1);
      UPDATE graphile_worker._private_jobs SET attempts = 1, locked_at = now(), locked_by = 'a worker'
       WHERE payload->>'n' = '2';
      UPDATE graphile_worker._private_jobs SET attempts = 1 WHERE payload->>'n' = '3'`);

    const voters = await Promise.all(Array.from({ length: 8 }, () => source.given.fan({ votes: 500 })));
    await Promise.all(voters.map((fan) => voteIn(source, fan, '1', 1)));
    let isOver = false;
    const voting = voters.map(async (fan) => {
      let cast = 0;
      for (; !isOver && cast < 500; cast += 1) await voteIn(source, fan, '3', 1);
      return cast;
    });
    const { path } = stack.use(await createScratchFolder());
    const folders = { DATA_DIR: join(path, 'data'), BACKUP_FOLDER: path, BACKUP_PASSPHRASE: passphrase };
    const settings = parseSettings({ NODE_ENV: 'test', ...folders, DATABASE_URL: given.url }, path);
    await mkdir(join(settings.dataDir, 'avatars'), { recursive: true });
    await writeFile(join(settings.dataDir, 'avatars', 'a-portrait.webp'), 'a portrait');
    const { ownerPool, url: ownerUrl } = given;
    const wish = { settings, clock: systemClock, folder: path, keep: 1, scryptWork: 10 };
    const { path: file } = await takeBackup({ ...wish, ownerPool, ownerUrl });
    isOver = true;
    await Promise.all(voting);

    ({ ownerUrl: targetUrl } = stack.use(await startOwnPostgres()));
    const database = openTestDatabase(targetUrl);
    const pools = createPools({ ownerUrl: targetUrl });
    stack.defer(() => pools.end());
    targetDir = join(path, 'target');
    restored = await restoreToDatabase({
      file,
      pools,
      withFiles: true,
      keepSchema: false,
      settings: { ...settings, dataDir: targetDir },
      clock: systemClock,
      eraseAgain: createEraseAgain(settings),
    });
    heldTransfer = await database.ownerPool.query('INSERT INTO ledger.transfer DEFAULT VALUES').catch(String);
    await reopenPlatform(database.ownerPool, systemClock.now());
    target = stack.use(await createWorld({ database, now: source.clock.now(), environment }));
  });
  afterAll(() => stack.disposeAsync());

  it('comes with files and the secret, and is held, so that no amount moves until it is reopened', async () => {
    expect(restored).toMatchObject({ files: 1, isHeld: true, isOtherSecret: false, broken: undefined });
    expect(heldTransfer).toContain('the platform is held');
    expect(await readFile(join(targetDir, 'avatars', 'a-portrait.webp'), 'utf8')).toBe('a portrait');
    expect((await readdir(targetDir)).toSorted()).toEqual(['avatars', 'server-secret']);
  });

  it('is one moment of the votes that were cast meanwhile', async () => {
    const { checked, violations } = await checkInvariants(target.ownerPool);
    expect(violations).toEqual([]);
    expect(checked.length).toBeGreaterThan(50);
    const { rows } = await target.ownerPool.query<{ fans: number; votes: number }>(
      `SELECT (SELECT count(*)::int FROM fan) AS fans, count(*)::int AS votes FROM ledger.transfer WHERE reason = 10`,
    );
    expect(rows[0]?.fans).toBe(10);
    expect(rows[0]?.votes).toBeGreaterThanOrEqual(2 + 8);
  });

  it('has no transaction id that the other cluster has yet to give', async () => {
    expect(await hasForeignTransactionIds(target.ownerPool)).toBe(false);
    const next = `(SELECT pg_snapshot_xmax(pg_current_snapshot()))`;
    for (const name of [...transactionIdColumns.moments, ...transactionIdColumns.cursors]) {
      const [schema, table, column] = name.split('.');
      const { rows } = await target.ownerPool.query(`SELECT FROM ${schema}.${table} WHERE ${column} >= ${next}`);
      expect([name, rows.length]).toEqual([name, 0]);
    }
  });

  it('names every column of the schema that holds such ids', async () => {
    const { rows } = await target.ownerPool.query<{ name: string }>(
      `SELECT format('%s.%s.%s', table_schema, table_name, column_name) AS name FROM information_schema.columns
        WHERE udt_name IN ('xid8', '_xid8', 'pg_snapshot', 'txid_snapshot', 'xid')
          AND table_schema IN ('public', 'ledger')
          AND (table_schema, table_name) NOT IN (SELECT n.nspname, c.relname FROM pg_class c
                JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relispartition)
        ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(Object.values(transactionIdColumns).flat().toSorted());
  });

  it('hides what was hidden, and answers a repeated vote as before', async () => {
    const shown = await publicAnswers(source);
    expect(shown.ranking).toMatchObject({ frozenAt: frozenAt.toISOString() });
    expect(await publicAnswers(target)).toEqual(shown);
    for (const [key, idolId, num] of [
      [keys.before, '2', 6],
      [keys.within, '4', 7],
    ] as const) {
      const first = await voteIn(source, early, idolId, num, key);
      expect(first.data).toMatchObject({ isFrozen: key === keys.within });
      expect((await voteIn(target, early, idolId, num, key)).data).toEqual(first.data);
    }
  });

  it('goes on: a vote is cast and hidden, and Points are counted once', async () => {
    const cast = await voteIn(target, early, '1', 3);
    expect(cast.data).toMatchObject({ idolVotes: 0, isFrozen: true });
    await countAllEarned(target);
    const late = await target.given.fan({ points: 5 });
    await countAllEarned(target);
    expect(await earned(target)).toEqual(await credited(target));
    expect((await earned(target)).get(late.id)).toBe(5);
  });

  it('has the jobs that are still to be done', async () => {
    const { rows } = await target.ownerPool.query(
      `SELECT t.identifier, j.payload, q.queue_name AS queue, j.key, j.attempts, j.locked_at AS "lockedAt"
         FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
         LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
        WHERE t.identifier = 'send-mail' ORDER BY j.payload->>'n'`,
    );
    const job = { identifier: 'send-mail', attempts: 0, lockedAt: null };
    expect(rows).toEqual([
      { ...job, payload: { n: 1 }, queue: 'mails', key: 'waiting' },
      { ...job, payload: { n: 2 }, queue: null, key: null },
    ]);
  });

  it('counts nothing new after a dump and restore, until it is adopted', async () => {
    const shown = await publicAnswers(target);
    await shiftTransactionIds(target);
    const before = await earned(target);
    const fan = await target.given.fan({ points: 3 });
    await countEarnedOnce(target);
    expect(await earned(target)).toEqual(before);
    expect(await hasForeignTransactionIds(target.ownerPool)).toBe(true);

    await adoptCopy(target.ownerPool, { heldAt: systemClock.now(), reason: 'Restored by pg_restore.' });
    expect(await reopenPlatform(target.ownerPool, systemClock.now())).toMatchObject({ reason: /pg_restore/ });
    expect(await hasForeignTransactionIds(target.ownerPool)).toBe(false);
    await countAllEarned(target);
    expect((await earned(target)).get(fan.id)).toBe(3);
    expect(await earned(target)).toEqual(await credited(target));
    expect(await publicAnswers(target)).toEqual(shown);
  });

  it('moves on by the command line into an embedded PostgreSQL, with the same rows, schema and rights', async () => {
    const { path } = stack.use(await createScratchFolder());
    const [dataDir, moved] = [join(path, 'data'), join(path, 'moved.tar.zst')];
    const onOwn = { DATABASE_URL: targetUrl, DATA_DIR: targetDir, BACKUP_FOLDER: path };
    const [backup, exported] = await Promise.all([
      runLightstick(['backup', '--json'], onOwn),
      runLightstick(['database', 'export', moved], onOwn),
    ]);
    expect(exported).toMatchObject({ code: 0, output: expect.stringContaining('It is not encrypted') });
    expect(backup).toMatchObject({ code: 0 });
    const { kind, path: file } = JSON.parse(backup.output) as { kind: string; path: string };
    expect(kind).toBe('portable');
    const [again, into] = await Promise.all([
      runLightstick(['database', 'export', moved], onOwn),
      runLightstick(['restore', file, '--to', dataDir, '--json'], { ...onOwn, DATABASE_URL: '' }),
    ]);
    expect(again).toMatchObject({ code: 1, errors: `${moved} exists already. Choose another name.\n` });
    expect(into).toMatchObject({ code: 0 });
    expect(JSON.parse(into.output)).toMatchObject({ isHeld: true, invariants: (await readInvariants()).length });
    expect(await readFile(join(dataDir, 'avatars', 'a-portrait.webp'), 'utf8')).toBe('a portrait');

    const server = await startEmbedded({ dataDir });
    stack.defer(() => server.stop());
    const database = stack.use(openTestDatabase(server.ownerUrl));
    // It writes times and intervals in a form of its own, as its organiser has set it up.
    const inForm = stack.use(
      openTestDatabase(`${targetUrl}&options=${encodeURIComponent('-c timezone=UTC -c intervalstyle=postgres')}`),
    );
    expect(await rowsOf(database)).toEqual(await rowsOf(inForm));
    expect(await describeSchema(database)).toEqual(await describeSchema(source));
    expect(await describeSchema(inForm)).toEqual(await describeSchema(source));
  });
});

/** Constraints, triggers and rights, which a load drops and restores. */
async function describeSchema({ ownerPool }: Pick<World, 'ownerPool'>): Promise<unknown[]> {
  const { rows } = await ownerPool.query(
    `SELECT conrelid::regclass::text AS place, conname::text AS name, pg_get_constraintdef(oid) AS what,
            convalidated AS whole
       FROM pg_constraint WHERE connamespace IN ('public'::regnamespace, 'ledger'::regnamespace) AND contype <> 'n'
      UNION ALL
     SELECT tgrelid::regclass::text, tgname::text, tgenabled::text, true FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL
     SELECT c.oid::regclass::text, r, coalesce(has_table_privilege('lightstick_app', c.oid, r)::text, ''), true
       FROM pg_class c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS r
      WHERE c.relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace) AND c.relkind IN ('r', 'p', 'v')
      ORDER BY 1, 2, 3`,
  );
  return rows;
}

/** Gives every row an id of a cluster that has given a million more, as pg_restore does. */
async function shiftTransactionIds({ ownerPool }: World): Promise<void> {
  const later = (id: string) => `(${id}::text::bigint + 1000000)::text::xid8`;
  for (const name of [...transactionIdColumns.moments, ...transactionIdColumns.cursors]) {
    const [schema, table, column = ''] = name.split('.');
    await ownerPool.query(`ALTER TABLE ${schema}.${table} DISABLE TRIGGER USER;
      UPDATE ${schema}.${table} SET ${column} = ${later(column)};
      ALTER TABLE ${schema}.${table} ENABLE TRIGGER USER`);
  }
  await ownerPool.query(`ALTER TABLE display_freeze DISABLE TRIGGER USER;
    UPDATE display_freeze SET seen = concat(
      ${later('pg_snapshot_xmin(seen)')}, ':', ${later('pg_snapshot_xmax(seen)')}, ':',
      (SELECT string_agg(${later('x')}::text, ',' ORDER BY x) FROM pg_snapshot_xip(seen) x))::pg_snapshot;
    ALTER TABLE display_freeze ENABLE TRIGGER USER`);
}
