import { join } from 'node:path';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startCuttingProxy, type CuttingProxy } from '../../../../bench/faults/cutting-proxy.ts';
import { createPools, type Pools } from '#/db/connect.ts';
import { retryOnLostConnection } from '#/db/retry.ts';
import { isDatabaseAway } from '#/http/error-reply.ts';
import { randomFromSeed, type SeededRandom } from '#/lib/random-from-seed.ts';
import { createDatabase, type TestDatabase } from '../world/database.ts';

/** Longer than a busy machine holds up a line that is whole. */
const silenceMs = { votes: 3000, lookUps: 3000, calls: 3000, queue: 3000, heavyReads: 3000 };
/** Always the first choice: the next request does not pass any more. */
const first: SeededRandom = { next: () => 0, between: (low) => low, pick: ([choice]) => choice, chance: () => true };

type Queries = { query(text: string, values?: unknown[]): Promise<{ readonly rowCount: number | null }> };

/** A machine or a cable between the server and its database is lost: its connections stay open, and nothing passes any more. */
describe('a line to the database that has gone silent', () => {
  let database: TestDatabase;
  let proxy: CuttingProxy;
  let address: string;
  let pools: Pools;
  beforeAll(async () => {
    database = await createDatabase();
    const { rows } = await database.ownerPool.query<{ folder: string; port: string }>(
      `SELECT current_setting('unix_socket_directories') AS folder, current_setting('port') AS port`,
    );
    const { folder = '', port = '' } = rows[0] ?? {};
    proxy = await startCuttingProxy({ path: join(folder, `.s.PGSQL.${port}`) });
    const { pathname, username } = new URL(database.url.replace('@/', '@localhost/'));
    address = `postgres://${username}@127.0.0.1:${proxy.port}${pathname}`;
  });
  // Lines of the test before may have been harmed while they were idle.
  beforeEach(() => {
    pools = createPools({ ownerUrl: address, silenceMs });
  });
  afterEach(async () => {
    proxy.spareLines();
    await pools.end();
  });
  afterAll(async () => {
    await proxy[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const poolsOf = {
    votes: () => pools.votePool,
    'look-ups': () => pools.lookUps.pool,
    calls: () => pools.appPool,
    'the queue': () => pools.queuePool,
    'heavy reads': () => heavyPool(),
  };
  /** Makes a pool of connections for heavy reads, which carry queries only. */
  const heavyPool = () => ({
    query: async (text: string, values: unknown[] = []) => {
      const { rows } = await pools.heavyDb.executeQuery(CompiledQuery.raw(text, values));
      return { rowCount: rows.length };
    },
  });

  it('is given up by every pool, which goes on over another', async () => {
    const names = Object.keys(poolsOf) as (keyof typeof poolsOf)[];
    // Together, because each waits for its silence.
    const ofEach = <Found>(find: (pool: Queries) => Promise<Found>) =>
      Promise.all(names.map(async (name) => [name, await find(poolsOf[name]())] as const));
    await ofEach((pool) => pool.query('SELECT 1'));
    proxy.harmLines('silence', randomFromSeed('pools', 'silence'));
    // Longer than what may still pass, in both directions.
    const errors = await ofEach((pool) =>
      pool.query('SELECT $1::text', ['a'.repeat(100_000)]).catch((error: unknown) => error),
    );
    expect(errors.filter(([, error]) => !isDatabaseAway(error))).toEqual([]);
    proxy.spareLines();
    const found = await ofEach(async (pool) => (await pool.query('SELECT 1')).rowCount);
    expect(found).toEqual(names.map((name) => [name, 1]));
  });

  it('removes idle connections, so that the next query succeeds', async () => {
    const { pool } = pools.lookUps;
    const clients = [await pool.connect(), await pool.connect()];
    for (const client of clients) client.release();
    expect(pool.idleCount).toBe(2);
    proxy.harmLines('silence', randomFromSeed('idle', 'silence'));
    let asked = 0;
    const found = await retryOnLostConnection(async () => {
      asked += 1;
      if (asked > 1) proxy.spareLines();
      return pool.query('SELECT $1::text', ['a'.repeat(100_000)]);
    });
    expect({ asked, rows: found.rowCount }).toEqual({ asked: 2, rows: 1 });
  });

  it('is given up in the middle of a transaction too, and its connection is not reused', async () => {
    await pools.db.selectFrom('fan').select('id').execute();
    const work = pools.db.transaction().execute(async (tx) => {
      await tx.selectFrom('fan').select('id').execute();
      proxy.harmLines('silence', randomFromSeed('transaction', 'silence'));
      await sql`select ${'a'.repeat(100_000)}::text`.execute(tx);
    });
    await expect(work).rejects.toSatisfy(isDatabaseAway);
    proxy.spareLines();
    expect(await pools.db.selectFrom('fan').select('id').execute()).toEqual([]);
  });

  it('does not delay the end, with an idle connection or one that is lent for minutes', async () => {
    const patient = createPools({ ownerUrl: address });
    await Promise.all([patient.appPool, patient.ownerPool].map((pool) => pool.query('SELECT 1')));
    const reading = patient.heavyDb
      .executeQuery(CompiledQuery.raw('SELECT pg_sleep(600)'))
      .catch((error: unknown) => error);
    const isRead = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query = 'SELECT pg_sleep(600)'`;
    await expect.poll(async () => (await database.ownerPool.query(isRead)).rowCount).toBe(1);
    proxy.harmLines('silence', first);
    await patient.end();
    expect(await reading).toSatisfy(isDatabaseAway);
  });
});
