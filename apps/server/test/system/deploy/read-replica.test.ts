import { join } from 'node:path';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { givenElection } from '../../../../../bench/world/given-election.ts';
import { createPools, type Pools } from '#/db/connect.ts';
import { type EmbeddedPostgres, startEmbedded } from '#/db/embedded/index.ts';
import { migrate } from '#/db/migrate.ts';
import { createHeavyReads, type ReadBy } from '#/db/heavy-reads.ts';
import { createLog } from '#/log.ts';
import { killPrograms, startProgram } from '../process/start-program.ts';
import { consultDoctor } from '../../world/consult-doctor.ts';
import { createScratchFolder } from '../../world/scratch-folder.ts';
import { startStandby } from './start-standby.ts';

// Autovacuum's workers would come and go with files while those are copied.
const withoutDurability = { fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB', autovacuum: 'off' };

describe.runIf(process.platform === 'linux')('heavy reads with a streaming replica', () => {
  const stack = new AsyncDisposableStack();
  let primary: EmbeddedPostgres;
  let standby: EmbeddedPostgres;
  let pools: Pools;
  let isStandbyStopped = false;

  beforeAll(async () => {
    const { path } = stack.use(await createScratchFolder());
    const primaryDir = join(path, 'primary');
    primary = await startEmbedded({ dataDir: primaryDir, settings: withoutDurability });
    stack.defer(() => primary.stop());
    pools = createPools({ ownerUrl: primary.ownerUrl });
    await migrate(pools.ownerPool);
    await pools.ownerPool.query('CREATE TABLE public.written (number integer)');
    await pools.end();
    standby = await startStandby(primary, { primaryDir, dataDir: join(path, 'standby'), settings: withoutDurability });
    stack.defer(stopStandby);
    pools = connect(standby.ownerUrl);
    stack.defer(() => pools.end());
  }, 120_000);
  afterAll(() => stack.disposeAsync());
  afterEach(killPrograms);

  async function stopStandby(): Promise<void> {
    if (isStandbyStopped) return;
    isStandbyStopped = true;
    await standby.stop();
  }

  const connect = (readUrl: string) => createPools({ ownerUrl: primary.ownerUrl, readUrl });

  /** What the doctor says of the replica. */
  const judged = () =>
    consultDoctor('database-replica', { DATABASE_URL: primary.ownerUrl, DATABASE_READ_URL: standby.ownerUrl });

  const write = (number: number) => pools.ownerPool.query('INSERT INTO public.written VALUES ($1)', [number]);
  const newest = (reads: ReturnType<typeof readsOver>) =>
    reads.heavyReads(async (db) => {
      const { rows } = await sql<{ number: number; isReplica: boolean }>`
        select max(number) as number, pg_is_in_recovery() as "isReplica" from public.written`.execute(db);
      return rows[0];
    });

  it('are done by the replica, and see all that was committed before they were asked for', async () => {
    const reads = readsOver(pools);
    for (let number = 1; number <= 100; number += 1) {
      await write(number);
      expect(await newest(reads)).toEqual({ number, isReplica: true });
    }
    expect(reads.by).toEqual(Array.from({ length: 100 }, () => 'replica'));
    expect(await judged()).toMatchObject({ state: 'ok' });
  });

  it('are done by the primary while the replica is behind, and by the replica when it has caught up', async () => {
    const onReplica = connectAsOwner(standby.ownerUrl);
    const reads = readsOver(pools);
    await onReplica.query('SELECT pg_wal_replay_pause()');
    await write(200);
    expect(await newest(reads)).toEqual({ number: 200, isReplica: false });
    expect(reads.logged()).toContain('The read replica is more than 2 s behind');
    expect(await judged()).toMatchObject({ state: 'wrong', found: expect.stringContaining('more than 2 s behind') });
    await onReplica.query('SELECT pg_wal_replay_resume()');
    expect(await newest(reads)).toEqual({ number: 200, isReplica: true });
    expect(reads.by).toEqual(['primary instead', 'replica']);
  });

  it('are done by the primary where the address leads to no replica of it, and the log says so', async () => {
    const wrong = connect(primary.ownerUrl);
    onTestFinished(() => wrong.end());
    const reads = readsOver(wrong);
    expect(await newest(reads)).toMatchObject({ isReplica: false });
    expect(reads.by).toEqual(['primary instead']);
    expect(reads.logged()).toContain('leads to no replica of the database');
  });

  it('may be silent for longer than a call', async () => {
    const impatient = createPools({
      ownerUrl: primary.ownerUrl,
      silenceMs: { votes: 100, lookUps: 100, calls: 100, queue: 100, heavyReads: 60_000 },
    });
    onTestFinished(() => impatient.end());
    const asleep = sql`select pg_sleep(0.5)`;
    await expect(asleep.execute(impatient.db)).rejects.toThrow('Connection terminated');
    const { heavyReads } = readsOver(impatient);
    expect((await heavyReads((db) => asleep.execute(db))).rows).toHaveLength(1);
  });

  it('of the running server go to the replica, and to the primary once the replica is gone', async () => {
    const { activityId, idolIds } = await givenElection(pools.ownerPool, 'storm');
    const program = startProgram({
      DATABASE_URL: primary.ownerUrl,
      DATABASE_READ_URL: standby.ownerUrl,
      METRICS_TOKEN: 'a token of twenty',
    });
    const address = await program.address();
    const ask = async (path: string) => (await fetch(`${address}${path}`)).json();
    const heavyReads = async () => {
      const page = await fetch(`${address}/metrics`, { headers: { authorization: 'Bearer a token of twenty' } });
      return Object.fromEntries(
        [...(await page.text()).matchAll(/^lightstick_heavy_reads_total\{by="([^"]+)"\} (\d+)$/gm)].map(
          ([, by = '', times]) => [by, Number(times)],
        ),
      );
    };
    const supporters = `/activity/api/v1/vote/idol/getTopSupporters?activityId=${activityId}&idolId=${idolIds[0]}`;
    expect(await ask(supporters)).toMatchObject({ code: 0 });
    expect(await heavyReads()).toEqual({ replica: 1 });
    await stopStandby();
    expect(await ask(`/activity/api/v1/vote/summary?activityId=${activityId}`)).toMatchObject({ code: 0 });
    expect(await heavyReads()).toEqual({ replica: 1, 'primary instead': 1 });
  });
});

/** Makes heavy reads over these pools, and records who did each of them and what was logged. */
function readsOver({ heavyDb: db, appPool: pool, replica }: Pools) {
  const by: ReadBy[] = [];
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const heavyReads = createHeavyReads({ db, pool, replica, log, onRead: (one) => by.push(one) });
  return { heavyReads, by, logged: () => lines.join('') };
}

function connectAsOwner(ownerUrl: string): Pool {
  const pools = createPools({ ownerUrl });
  onTestFinished(() => pools.end());
  return pools.ownerPool;
}
