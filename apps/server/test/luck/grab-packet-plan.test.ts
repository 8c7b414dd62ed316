import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenFans, grant, type SimulatedFan } from '../../../../bench/world/given-fans.ts';
import { systemClock } from '#/lib/clock.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { createDatabase, type TestDatabase } from '../world/database.ts';
import { givenElection } from '../world/given-election.ts';
import { givenPacket } from '../world/given-luck.ts';

type Explained = { 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }] };

const shares = 5000;
const filled = 3000;

let database: TestDatabase;
let session: PoolClient;
let packetId: string;
let fans: SimulatedFan[];

beforeAll(async () => {
  database = await createDatabase();
  const stage = { ...database, clock: systemClock };
  await givenElection(stage);
  packetId = await givenPacket(stage, { shares, total: shares });
  fans = await givenFans(database.ownerPool, { fans: filled + 100 });
  session = await database.appPool.connect();
});
afterAll(async () => {
  session.release();
  await database[Symbol.asyncDispose]();
});

const call = 'grab_shares($1, 0::smallint, $2::bigint[], $3::uuid[], $4::timestamptz[], $5::timestamptz[])';

function parameters(some: readonly SimulatedFan[]) {
  const now = new Date();
  return [packetId, some.map(({ id }) => id), some.map(() => uuidV7(now)), some.map(() => now), some.map(() => now)];
}

/** Returns the pages that a grab of one fan reads. A call may read the catalogue too, so the least of some counts. */
async function pagesOfOneGrab(): Promise<number> {
  let least = Infinity;
  for (const fan of fans.splice(0, 5)) {
    const { rows } = await session.query<Explained>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM ${call}`,
      parameters([fan]),
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    least = Math.min(least, (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0));
  }
  return least;
}

it('A grab reads no more pages when thousands have Points and shares, nor after an analysis.', async () => {
  await database.ownerPool.query('VACUUM ANALYZE');
  const whileEmpty = await pagesOfOneGrab();

  const crowd = fans.splice(0, filled);
  await grant(database.ownerPool, { fanIds: crowd.map(({ id }) => id), amount: 1, asset: 'POINT' });
  for (let at = 0; at < filled; at += 100) await session.query(`SELECT ${call}`, parameters(crowd.slice(at, at + 100)));
  // Indexes have become deeper by a page or two each; a walk through shares or accounts would take hundreds.
  const roomForDepth = 30;
  expect(await pagesOfOneGrab()).toBeLessThan(whileEmpty + roomForDepth);

  await database.ownerPool.query('ANALYZE');
  expect(await pagesOfOneGrab()).toBeLessThan(whileEmpty + roomForDepth);
});
