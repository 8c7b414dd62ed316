import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '#/modules/points/check-invariants.ts';
import { createWorld, type World } from '../world/world.ts';

/** Whatever a wrong program would try, the database itself says no. */
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
    `SELECT ledger.define_unit('GOLD', 'point')`,
    `SELECT ledger.define_period(1, 1::smallint, now(), now() + interval '1 day', 'UTC', 1, 1)`,
    `SELECT ledger.define_tally(1004, 'a stranger')`,
    `SELECT ledger.open_book(1)`,
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
    ['below zero', `UPDATE ledger.account SET balance = -1`],
    ['held more than there is', `UPDATE ledger.account SET held = balance + 1`],
    ['above what JSON carries exactly', `UPDATE ledger.account SET balance = 9007199254740992`],
  ])('not even the owner brings an account %s', async (_, statement) => {
    await expect(world.ownerPool.query(statement)).rejects.toMatchObject({ code: '23514' });
  });

  it.each([
    [
      'a posting into a tally',
      `SELECT ledger.post($1, now(), '{1}', ARRAY[p.unit], ARRAY[p.id], '{1}', '{5}', '{90}') FROM ledger.pool p WHERE kind = 'tally' LIMIT 1`,
    ],
    [
      'a posting into a pool of another unit',
      `SELECT ledger.post($1, now(), '{1}', '{1}', ARRAY[p.id], '{1}', '{5}', '{90}') FROM ledger.pool p WHERE unit <> 1 AND kind = 'issue' LIMIT 1`,
    ],
    [
      'one account twice in a posting',
      `SELECT ledger.post($1, now(), '{1,1}', ARRAY[p.unit, p.unit], ARRAY[p.id, p.id], '{1,1}', '{5,5}', '{90,90}') FROM ledger.pool p WHERE kind = 'issue' LIMIT 1`,
    ],
    [
      'a posting of nothing',
      `SELECT ledger.post($1, now(), '{1}', ARRAY[p.unit], ARRAY[p.id], '{1}', '{0}', '{90}') FROM ledger.pool p WHERE kind = 'issue' LIMIT 1`,
    ],
    ['a tally of the application', `SELECT ledger.ensure_pool(p.unit, 'tally', $1::uuid::text) FROM ledger.period p`],
    [
      'a vote into an issue pool',
      `SELECT ledger.cast_votes(1004, 0::smallint, ARRAY[$1::uuid], '{1}', ARRAY[p.id], '{1}', ARRAY[now()], ARRAY['\\x00000000000000000000000000000000'::bytea]) FROM ledger.pool p WHERE kind = 'issue' LIMIT 1`,
    ],
  ])('refuses %s', async (_, statement) => {
    const before = await world.ownerPool.query('SELECT count(*) FROM ledger.transfer');
    await expect(world.pool.query(statement, [randomUUID()])).rejects.toMatchObject({
      code: expect.stringMatching(/^(P0001|23514)$/),
    });
    expect((await world.ownerPool.query('SELECT count(*) FROM ledger.transfer')).rows).toEqual(before.rows);
  });
});

describe('the invariants', () => {
  it.each([
    ['amounts are conserved', `UPDATE ledger.account SET balance = balance + 1 WHERE balance > 0`],
    ['balances are their history', `UPDATE ledger.account SET seq = seq + 1 WHERE seq > 0`],
    ['pools are their history', `UPDATE ledger.pool_shard SET transfers = transfers + 1`],
    [
      'account chains are whole',
      `ALTER TABLE ledger.transfer DISABLE TRIGGER transfer_append_only; UPDATE ledger.transfer SET balance_after = balance_after + 1`,
    ],
    ['guards are in place', `ALTER TABLE ledger.transfer DISABLE TRIGGER transfer_append_only`],
    ['guards are in place', `ALTER TABLE ledger.account DROP CONSTRAINT account_never_below_zero`],
    ['guards are in place', `GRANT UPDATE ON ledger.account TO lightstick_app`],
    ['guards are in place', `GRANT EXECUTE ON FUNCTION ledger.open_book TO lightstick_app`],
    ['guards are in place', `GRANT EXECUTE ON FUNCTION ledger.define_tally TO lightstick_app`],
    [
      'nobody is below zero',
      `ALTER TABLE ledger.account DROP CONSTRAINT account_never_below_zero; UPDATE ledger.account SET balance = -5`,
    ],
    ['votes stay in their period', `UPDATE ledger.period SET closes_at = opens_at + interval '1 second'`],
    ['daily limits hold', `UPDATE ledger.period SET free_per_day = 0`],
    ['daily limits hold', `UPDATE ledger.period SET daily_cap = 1`],
  ])('%s is broken by: %s', async (invariant, damage) => {
    const world = await createWorld();
    const { activityId } = await world.given.election({ freePerDay: 1 });
    const fan = await world.given.fan({ points: 100, votes: 10 });
    await world.call('POST /activity/api/v1/vote/doVote', { fan, body: { activityId, idolId: '1', num: 3 } });
    expect((await checkInvariants(world.ownerPool)).violations).toEqual([]);
    await world.ownerPool.query(damage);
    const { violations } = await checkInvariants(world.ownerPool);
    expect(violations.map((violation) => violation.invariant)).toContainEqual(expect.stringContaining(invariant));
    // Every test file ends with this check, so here is also seen that it would fail such a file.
    await expect(world[Symbol.asyncDispose]()).rejects.toThrow(invariant);
  });
});
