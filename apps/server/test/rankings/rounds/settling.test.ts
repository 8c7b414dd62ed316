import type { PoolClient } from 'pg';
import { expect, it } from 'vitest';
import { closingGraceMs } from '#/modules/elections/activity.rules.ts';
import type { World } from '../../world/world.ts';
import { waitForLockWaiter } from '../../world/wait-for-lock-waiter.ts';
import { activityId, createRoundsScenario, firstCloses } from './given-rounds.ts';

const graceIsOver = new Date(firstCloses.getTime() + closingGraceMs);

/** Asks for the end of the first round as a server does, whose own clock stays where it is. */
async function close({ pool }: World, at = graceIsOver): Promise<void> {
  await pool.query('SELECT ledger.close_period($1, $2)', [Number(activityId), at]);
}
async function settle(session: Pick<PoolClient, 'query'>): Promise<boolean> {
  const { rows } = await session.query<{ is_settled: boolean }>(
    'SELECT settle_round($1, 1::smallint, $2) AS is_settled',
    [activityId, graceIsOver],
  );
  return rows[0]?.is_settled ?? false;
}

async function statusOfFirst({ ownerPool }: World): Promise<string | undefined> {
  const { rows } = await ownerPool.query<{ status: string }>('SELECT status FROM ledger.round WHERE round = 1');
  return rows[0]?.status;
}

it('makes places and tallies of the next round from one standing, even if an idol withdraws meanwhile', async () => {
  await using scenario = await createRoundsScenario({ carries: true });
  const { world, counted } = scenario;
  for (const [idolId, num] of [
    ['1', 9],
    ['2', 7],
    ['3', 5],
  ] as const) {
    await counted(idolId, num);
  }
  await close(world);
  const pack = await world.ownerPool.connect();
  let settling: Promise<boolean>;
  try {
    await pack.query('BEGIN');
    await pack.query(`UPDATE candidate SET withdrawn = true WHERE idol_id = '1'`);
    // The transaction that writes her place waits for this lock, after reading the standing.
    await pack.query(`SELECT FROM idol WHERE id = '1' FOR UPDATE`);
    settling = settle(world.pool);
    await waitForLockWaiter(world);
    await pack.query('COMMIT');
  } finally {
    pack.release();
  }
  expect(await settling).toBe(true);
  const { rows: results } = await world.ownerPool.query(
    'SELECT idol_id, rank, goes_on FROM round_result WHERE round = 1 ORDER BY rank',
  );
  expect(results.map(Object.values)).toEqual([
    ['1', 1, true],
    ['2', 2, true],
    ['3', 3, false],
    ['4', 4, false],
  ]);
  const { rows: tallies } = await world.ownerPool.query(
    'SELECT idol_id, carried FROM candidate_tally WHERE round = 2 ORDER BY idol_id',
  );
  expect(tallies.map(Object.values)).toEqual([
    ['1', 9],
    ['2', 7],
  ]);
});

it('closes nothing before the grace for votes on their way is over', async () => {
  await using scenario = await createRoundsScenario();
  const { world } = scenario;
  await close(world, new Date(graceIsOver.getTime() - 1));
  expect(await statusOfFirst(world)).toBe('open');
  await close(world);
  expect(await statusOfFirst(world)).toBe('closed');
});

it('does not wait, and so holds up no votes, while votes are quarantined', async () => {
  await using scenario = await createRoundsScenario();
  const { world, counted } = scenario;
  await counted('1', 1);
  const { rows } = await world.ownerPool.query<{ id: number }>(
    `SELECT transfer_id AS id FROM ledger.cast_vote_batch(1004, 1::smallint, 0::smallint, ARRAY[gen_random_uuid()],
      ARRAY[$1::bigint],
       ARRAY[(SELECT pool FROM candidate_tally WHERE idol_id = '4')], ARRAY[4::bigint], ARRAY[$2::timestamptz],
       ARRAY['\\x00112233445566778899aabbccddeeff'::bytea], ARRAY[$2::timestamptz], ARRAY[1::smallint])`,
    [(await world.given.fan({ votes: 4 })).id, world.clock.now()],
  );
  await close(world);
  const batch = await world.ownerPool.connect();
  const settler = await world.pool.connect();
  try {
    // As every batch of votes and every decision holds it.
    await batch.query('BEGIN');
    await batch.query('SELECT pg_advisory_xact_lock_shared(7702, $1)', [Number(activityId)]);
    await settler.query(`SET lock_timeout = '2s'`);
    expect(await settle(settler)).toBe(false);
  } finally {
    await settler.query('RESET lock_timeout');
    settler.release();
    await batch.query('ROLLBACK');
    batch.release();
  }
  await world.ownerPool.query(
    `SELECT write_vote_decision('1004', ARRAY[$1::bigint], 'voided', '{"en_US": "Looked at", "zh_TW": "已查看"}', false,
      $2)`,
    [rows[0]?.id, world.clock.now()],
  );
  expect(await settle(world.pool)).toBe(true);
  expect(await settle(world.pool), 'however often it is asked').toBe(true);
});
