import { randomBytes, randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#/lib/clock.ts';
import { createDatabase, type TestDatabase } from '../world/database.ts';
import { givenElection } from '../world/given-election.ts';

const fans = 200;
const votesOfEach = 25;
const period = 1004;

type Explained = { 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }] };

describe('a batch', () => {
  let database: TestDatabase;
  let session: PoolClient;
  let pool: number;

  beforeAll(async () => {
    database = await createDatabase();
    await givenElection({ ownerPool: database.ownerPool, clock: systemClock }, { freePerDay: 1000 });
    const { rows } = await database.ownerPool.query<{ pool: number }>('SELECT pool FROM candidate_tally LIMIT 1');
    pool = rows[0]?.pool ?? 0;
    session = await database.appPool.connect();
  });
  afterAll(async () => {
    session.release();
    await database[Symbol.asyncDispose]();
  });

  const parameters = (fanIds: readonly number[], flag: number | null) => [
    period,
    fanIds.map(() => randomUUID()),
    fanIds,
    fanIds.map(() => pool),
    fanIds.map(() => 1),
    fanIds.map(() => new Date().toISOString()),
    fanIds.map(() => randomBytes(16)),
    fanIds.map(() => flag),
  ];
  const call =
    'ledger.cast_vote_batch($1, 1::smallint, 0::smallint, $2::uuid[], $3::bigint[], $4::bigint[], ' +
    '$5::bigint[], $6::timestamptz[], $7::bytea[], $6::timestamptz[], $8::smallint[])';

  /**
   * Returns the pages that a vote of one fan reads. After autovacuum a call may read the catalogue, too, so the least
   * counts.
   */
  async function pagesOfOneVote(flag: number | null): Promise<number> {
    let least = Infinity;
    for (let turn = 0; turn < 20; turn += 1) least = Math.min(least, await pagesOfOneCall(flag));
    return least;
  }

  async function pagesOfOneCall(flag: number | null): Promise<number> {
    const { rows } = await session.query<Explained>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM ${call}`,
      parameters([1], flag),
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
  }

  it.each([
    ['of votes that count', null],
    ['of votes that are set aside', 2],
  ])(
    '%s looks at no more pages when its book has filled since its plan was made, nor after the book was analysed',
    async (_kind, flag) => {
      // The planner takes a table for empty only when that has been found out.
      await database.ownerPool.query('VACUUM ANALYZE');
      const whileEmpty = await pagesOfOneVote(flag);

      const everyone = Array.from({ length: fans }, (_, index) => index + 1);
      for (let round = 0; round < votesOfEach; round += 1)
        await session.query(`SELECT count(*) FROM ${call}`, parameters(everyone, flag));
      // Indexes have become deeper by a page or two each; a walk through the book would take hundreds.
      const roomForDepth = 30;
      expect(await pagesOfOneVote(flag)).toBeLessThan(whileEmpty + roomForDepth);

      await database.ownerPool.query('ANALYZE');
      expect(await pagesOfOneVote(flag)).toBeLessThan(whileEmpty + roomForDepth);
    },
  );
});
