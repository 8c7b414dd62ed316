import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '#/modules/points/invariants.view.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { createWorld, type World } from '../world/world.ts';

/** The database itself refuses every attempt of a wrong program. */
describe('the guards of the ledger', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    await world.given.election({ freePerDay: 1 });
    await world.given.fan({ points: 100, votes: 10 });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    `UPDATE ledger.account SET balance = balance + 1`,
    `INSERT INTO ledger.account (fan, unit, balance) VALUES (1, 1, 5)`,
    `DELETE FROM ledger.transfer`,
    `UPDATE ledger.pool_shard SET credits = credits + 1`,
    `TRUNCATE ledger.transfer`,
    `UPDATE ledger.period SET closes_at = now()`,
    `SELECT ledger.move_end(1004, '2099-01-01T00:00:00Z', 'why')`,
    `DELETE FROM ledger.moved_end`,
    `SELECT ledger.define_unit('GOLD', 'point')`,
    `SELECT ledger.define_period(1, 1::smallint, now(), now() + interval '1 day', 'UTC', 1, 1)`,
    `SELECT ledger.define_tally(1004, 'a stranger')`,
    `SELECT ledger.open_book(1)`,
    `INSERT INTO round_result SELECT * FROM round_result`,
    `UPDATE rule_set SET version = version + 1`,
    `DELETE FROM rule_set`,
    `UPDATE round_result SET votes = 0`,
    `DELETE FROM round_result`,
    `UPDATE vote_decision SET by_rule = true`,
    `DELETE FROM decided_vote`,
    `UPDATE display_freeze SET version = 0`,
    `INSERT INTO display_freeze SELECT * FROM display_freeze`,
  ])('the application may not run: %s', async (statement) => {
    await expect(world.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    ['a changed transfer', `UPDATE ledger.transfer SET amount = amount + 1`],
    ['a deleted transfer', `DELETE FROM ledger.transfer`],
  ])('not even the owner makes %s', async (_, statement) => {
    await expect(world.ownerPool.query(statement)).rejects.toThrow('append-only');
  });

  it.each([
    ['the end of an election', `UPDATE ledger.period SET closes_at = closes_at + interval '1 hour'`],
    ['the opening of an election', `UPDATE ledger.period SET opens_at = opens_at - interval '1 hour'`],
    ['the end of a round', `UPDATE ledger.round SET closes_at = closes_at + interval '1 hour'`],
    ['a round away', `DELETE FROM ledger.round`],
  ])('not even the owner moves %s by hand', async (_, statement) => {
    await expect(
      changesNothing(world, () => world.ownerPool.query(statement).catch(({ message }: Error) => message)),
    ).resolves.toMatch(/promised/);
  });

  it('not even the owner invents the move of an end', async () => {
    const invented = `INSERT INTO ledger.moved_end (period, round, former_end, new_end, reason, moved_at)
      SELECT period, round, closes_at - interval '1 hour', closes_at + interval '1 hour',
        '{"en_US": "x", "zh_TW": "x"}', now()
        FROM ledger.round LIMIT 1`;
    await expect(
      changesNothing(world, () => world.ownerPool.query(invented).catch(({ message }: Error) => message)),
    ).resolves.toMatch(/is not open until/);
  });

  it.each([
    ['below zero', `UPDATE ledger.account SET balance = -1`],
    ['held more than there is', `UPDATE ledger.account SET held = balance + 1`],
    ['above what JSON carries exactly', `UPDATE ledger.account SET balance = 9007199254740992`],
  ])('not even the owner brings an account %s', async (_, statement) => {
    await expect(world.ownerPool.query(statement)).rejects.toMatchObject({ code: '23514' });
  });

  it.each([
    [
      'a posting into a tally',
      `SELECT ledger.post_legs($1, now(), '{1}', ARRAY[p.unit], ARRAY[p.id], '{1}', '{5}', '{90}') FROM ledger.pool p
        WHERE kind = 'tally' LIMIT 1`,
    ],
    [
      'a posting into a pool of another unit',
      `SELECT ledger.post_legs($1, now(), '{1}', '{1}', ARRAY[p.id], '{1}', '{5}', '{90}') FROM ledger.pool p
        WHERE unit <> 1 AND kind = 'issue' LIMIT 1`,
    ],
    [
      'one account twice in a posting',
      `SELECT ledger.post_legs($1, now(), '{1,1}', ARRAY[p.unit, p.unit], ARRAY[p.id, p.id], '{1,1}', '{5,5}',
        '{90,90}') FROM ledger.pool p WHERE kind = 'issue' LIMIT 1`,
    ],
    [
      'a posting of nothing',
      `SELECT ledger.post_legs($1, now(), '{1}', ARRAY[p.unit], ARRAY[p.id], '{1}', '{0}', '{90}') FROM ledger.pool p
        WHERE kind = 'issue' LIMIT 1`,
    ],
    ['a tally of the application', `SELECT ledger.ensure_pool(p.unit, 'tally', $1::uuid::text) FROM ledger.period p`],
    [
      'a vote into an issue pool',
      `SELECT ledger.cast_vote_batch(1004, 1::smallint, 0::smallint, ARRAY[$1::uuid], '{1}', ARRAY[p.id], '{1}',
        ARRAY[now()], ARRAY['\\x00000000000000000000000000000000'::bytea], ARRAY[now()], ARRAY[NULL::smallint])
        FROM ledger.pool p WHERE kind = 'issue' LIMIT 1`,
    ],
  ])('refuses %s', async (_, statement) => {
    const before = await world.ownerPool.query('SELECT count(*) FROM ledger.transfer');
    await expect(world.pool.query(statement, [randomUUID()])).rejects.toMatchObject({
      code: expect.stringMatching(/^(P0001|23514)$/),
    });
    expect((await world.ownerPool.query('SELECT count(*) FROM ledger.transfer')).rows).toEqual(before.rows);
  });

  it.each([
    ['who has an account', 10],
    ['without an account', 0],
  ])('refuses two votes of one fan %s in a batch, whole', async (_, votes) => {
    const fan = await world.given.fan({ votes });
    const twice = (element: string) => `ARRAY[${element}, ${element}]`;
    const batch = `SELECT ledger.cast_vote_batch(1004, 1::smallint, 0::smallint, ARRAY[gen_random_uuid(),
      gen_random_uuid()],
        ${twice('$1::bigint')}, ${twice('t.pool')}, ${twice('1::bigint')}, ${twice('$2::timestamptz')},
        ${twice("'\\x00112233445566778899aabbccddeeff'::bytea")}, ${twice('$2::timestamptz')},
        ${twice('NULL::smallint')})
      FROM candidate_tally t WHERE t.idol_id = '2'`;
    await changesNothing(world, () =>
      expect(world.pool.query(batch, [fan.id, world.clock.now()])).rejects.toThrow(
        'a batch holds one vote of each fan',
      ),
    );
  });
});

describe('a held amount', () => {
  it('is neither cast nor spent, and the refusal names the remaining votes', async () => {
    await using world = await createWorld();
    const { activityId } = await world.given.election();
    const fan = await world.given.fan({ votes: 10, tickets: 3 });
    await world.ownerPool.query('UPDATE ledger.account SET held = balance - 1 WHERE fan = $1', [fan.id]);
    const replies = await changesNothing(world, async () => ({
      vote: await world.call('POST /activity/api/v1/vote/doVote', { fan, body: { activityId, idolId: '1', num: 2 } }),
      conversion: await world.call('POST /activity/api/v1/vote/voteTransfer', { fan, body: { activityId, num: 2 } }),
    }));
    expect(replies.vote).toMatchObject({ refusal: 'INSUFFICIENT_VOTES', message: expect.stringContaining('1') });
    expect(replies.conversion.refusal).toBe('INSUFFICIENT_TICKETS');
    await world.ownerPool.query('UPDATE ledger.account SET held = 0 WHERE fan = $1', [fan.id]);
  });
});

describe('the invariants', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    const { activityId } = await world.given.election({ freePerDay: 1 });
    const fan = await world.given.fan({ points: 100, votes: 10, tickets: 2 });
    await world.call('POST /activity/api/v1/vote/voteTransfer', { fan, body: { activityId, num: 2 } });
    await world.call('POST /activity/api/v1/vote/doVote', { fan, body: { activityId, idolId: '1', num: 3 } });
    await givenReleasedVote(world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('hold before anything is broken', async () => {
    expect((await checkInvariants(world.ownerPool)).violations).toEqual([]);
  });

  it.each([
    ['amounts are conserved', `UPDATE ledger.account SET balance = balance + 1 WHERE balance > 0`],
    ['balances are their history', `UPDATE ledger.account SET seq = seq + 1 WHERE seq > 0`],
    ['pools are their history', `UPDATE ledger.pool_shard SET transfers = transfers + 1`],
    [
      'account chains are whole',
      `ALTER TABLE ledger.transfer DISABLE TRIGGER transfer_append_only; UPDATE ledger.transfer
        SET balance_after = balance_after + 1`,
    ],
    ['guards are in place', `ALTER TABLE ledger.transfer DISABLE TRIGGER transfer_append_only`],
    ['guards are in place', `ALTER TABLE ledger.account DROP CONSTRAINT account_never_below_zero`],
    ['guards are in place', `GRANT UPDATE ON ledger.account TO lightstick_app`],
    ['guards are in place', `GRANT EXECUTE ON FUNCTION ledger.open_book TO lightstick_app`],
    ['guards are in place', `GRANT EXECUTE ON FUNCTION ledger.define_tally TO lightstick_app`],
    [
      'no balance is below zero',
      `ALTER TABLE ledger.account DROP CONSTRAINT account_never_below_zero; UPDATE ledger.account SET balance = -5`,
    ],
    [
      'votes stay in their period',
      `ALTER TABLE ledger.round DISABLE TRIGGER round_times_kept; UPDATE ledger.round
        SET closes_at = opens_at + interval '1 second'`,
    ],
    ['guards are in place', `ALTER TABLE ledger.period DISABLE TRIGGER period_times_kept`],
    ['guards are in place', `ALTER TABLE ledger.round DISABLE TRIGGER round_times_kept`],
    ['guards are in place', `DROP TRIGGER moved_end_kept ON ledger.moved_end`],
    ['guards are in place', `GRANT EXECUTE ON FUNCTION ledger.move_end TO lightstick_app`],
    ['daily limits hold', `UPDATE ledger.period SET free_per_day = 0`],
    ['daily limits hold', `UPDATE ledger.period SET daily_cap = 1`],
    ['guards are in place', `GRANT UPDATE ON rule_set TO lightstick_app`],
    ['guards are in place', `GRANT INSERT ON round_result TO lightstick_app`],
    ['guards are in place', `GRANT DELETE ON display_freeze TO lightstick_app`],
    ['guards are in place', `GRANT INSERT ON display_freeze TO lightstick_app`],
    ['guards are in place', `ALTER TABLE vote_decision DISABLE TRIGGER vote_decision_kept`],
    ['guards are in place', `DROP TRIGGER decided_vote_kept ON decided_vote`],
    [
      'votes stay in their period',
      `ALTER TABLE ledger.transfer DISABLE TRIGGER transfer_append_only; DELETE FROM ledger.transfer WHERE reason = 13`,
    ],
    ['limits of a vote hold', `UPDATE ledger.period SET ending_from = ARRAY[opens_at], ending_caps = '{1}'`],
    ['limits of a vote hold', `UPDATE ledger.period SET paid_share_max = 1`],
    ['conversions are priced', `UPDATE ticket_conversion SET day_tickets = day_tickets + 1`],
    ['conversions are priced', `UPDATE conversion_day SET tickets = tickets + 1`],
    ['conversions are priced', `UPDATE ticket_conversion SET votes = votes + 1`],
    [
      'round results are recounts',
      `INSERT INTO round_result SELECT '1004', 1, idol_id, votes, rank, false
        FROM standing_of_round('1004', 1::smallint)`,
    ],
    ['round results are recounts', `UPDATE ledger.pool SET carried = 1 WHERE kind = 'tally'`],
    ['round results are recounts', `UPDATE ledger.pool SET carried_at = now() WHERE kind = 'tally'`],
    [
      'every vote is counted',
      `UPDATE ledger.pool_shard s SET credits = credits + 1 FROM ledger.pool p
        WHERE p.id = s.pool AND p.kind = 'tally'`,
    ],
    [
      'decisions are in the ledger',
      `ALTER TABLE decided_vote DISABLE TRIGGER decided_vote_kept; UPDATE decided_vote SET num = num + 1`,
    ],
    [
      'decisions are in the ledger',
      `INSERT INTO vote_decision (activity_id, verdict, reason, by_rule, decided_at)
        SELECT activity_id, verdict, reason, by_rule, decided_at FROM vote_decision`,
    ],
  ])('%s is broken by: %s', async (invariant, damage) => {
    const client = await world.ownerPool.connect();
    try {
      await client.query('BEGIN');
      await client.query(damage);
      const { violations } = await checkInvariants(withinTransaction(client));
      expect(violations.map((violation) => violation.invariant)).toContainEqual(expect.stringContaining(invariant));
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('are looked at when a world of a test ends, which fails when one is broken', async () => {
    const broken = await createWorld();
    await broken.given.fan({ points: 100 });
    await broken.ownerPool.query('UPDATE ledger.account SET balance = balance + 1 WHERE balance > 0');
    await expect(broken[Symbol.asyncDispose]()).rejects.toThrow('amounts are conserved');
  });
});

/** Runs the check inside its caller's transaction, on data not yet visible to others. */
function withinTransaction(client: PoolClient): Pool {
  const query = (text: string) =>
    client.query(text.startsWith('BEGIN') ? 'SAVEPOINT look' : text === 'ROLLBACK' ? 'ROLLBACK TO look' : text);
  return { connect: () => Promise.resolve({ query, release: () => undefined }) } as unknown as Pool;
}

/** Prepares a vote that was set aside, and then released. */
async function givenReleasedVote({ given, ownerPool, clock }: World): Promise<void> {
  const fan = await given.fan({ votes: 4 });
  await ownerPool.query(
    `SELECT ledger.cast_vote_batch(1004, 1::smallint, 0::smallint, ARRAY[gen_random_uuid()], ARRAY[$1::bigint],
         ARRAY[(SELECT pool FROM candidate_tally WHERE idol_id = '2')], ARRAY[4::bigint], ARRAY[$2::timestamptz],
         ARRAY['\\x00112233445566778899aabbccddeeff'::bytea], ARRAY[$2::timestamptz], ARRAY[1::smallint])`,
    [fan.id, clock.now()],
  );
  await ownerPool.query(
    `SELECT write_vote_decision('1004', ARRAY(SELECT id FROM ledger.transfer WHERE flag IS NOT NULL), 'released',
       '{"en_US": "Looked at", "zh_TW": "已查看"}', false, $1)`,
    [clock.now()],
  );
}
