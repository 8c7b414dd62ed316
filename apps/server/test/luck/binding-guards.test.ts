import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PoolClient } from 'pg';
import type { TestFan } from '../world/given-fan.ts';
import { givenBox, points } from '../world/given-luck.ts';
import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';
import { createWorld, type World } from '../world/world.ts';
import { killedWhileDrawing } from './killed-while-drawing.ts';

let world: World;
let fan: TestFan;
let boxId: string;
let client: PoolClient;
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-03-10T04:00:00.000Z'), environment: { DEFAULT_COUNTRY: 'TW' } });
  await world.given.election();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  fan = await world.given.fan({ points: 100 });
  world.time.forget();
  boxId = await givenBox(world, { prizes: [points('few', 5, 9)] });
  await open(2);
  client = await world.pool.connect();
});
afterEach(async () => {
  await client.query('ROLLBACK');
  client.release();
});

const open = (num: number, key: string = randomUUID()) =>
  world.call('POST /wallet/api/v1/pointsMall/participateActivity', { fan, body: { activityId: boxId, num }, key });
const ask = (statement: string, ...values: unknown[]) => client.query<{ id: string }>(statement, values);

type Binding = { readonly epoch: number | null; readonly sinceAfter?: number };

/** Binds an opening as the application's role, which claims that an earlier transaction paid. Returns the participation. */
async function bind(firstNonce: number | null, { epoch, sinceAfter }: Binding = { epoch: 1 }) {
  const { rows } = await ask(
    `INSERT INTO participation
       (campaign_id, fan_id, num, paid, epoch, client_seed, first_nonce, key, prize_key, at, since_after, paid_in)
     SELECT campaign_id, fan_id, 1, paid, $3::integer, client_seed, $2::integer, gen_random_uuid(), gen_random_uuid(),
       at,
            $4::integer, '3'::xid8
       FROM participation WHERE campaign_id = $1 LIMIT 1 RETURNING id`,
    boxId,
    firstNonce,
    epoch,
    sinceAfter ?? null,
  );
  return rows[0]?.id;
}

const draw = (participationId: string | undefined, nonce: number) =>
  ask(
    `INSERT INTO campaign_opening (campaign_id, nonce, participation_id, fan_id, position, opened_at)
     SELECT campaign_id, $2, id, fan_id, 0, at FROM participation WHERE id = $1`,
    participationId,
    nonce,
  );
const markDrawn = (participationId: string | undefined) =>
  ask('UPDATE participation SET since_after = 1 WHERE id = $1', participationId);
const reveal = () =>
  ask('UPDATE luck_seed SET revealed_at = started_at WHERE subject_id = $1 AND revealed_at IS NULL', boxId);

describe('the guards in SQL', () => {
  it('let nothing be drawn in the transaction that pays', async () => {
    await ask('BEGIN');
    await expect(draw(await bind(3), 3)).rejects.toThrow('before its payment is committed');
    await ask('ROLLBACK');
    await ask('BEGIN');
    await ask('SAVEPOINT payment');
    const inSavepoint = await bind(3);
    await ask('RELEASE SAVEPOINT payment');
    await expect(draw(inSavepoint, 3)).rejects.toThrow('before its payment is committed');
    await ask('ROLLBACK');
    await ask('BEGIN');
    const bound = await bind(3);
    await ask('SAVEPOINT draw');
    await expect(draw(bound, 3)).rejects.toThrow('before its payment is committed');
    await ask('ROLLBACK TO SAVEPOINT draw');
    await expect(markDrawn(bound)).rejects.toThrow('0 of 1 openings');
  });

  it('let one participation wait, and nothing be drawn before it', async () => {
    await ask('BEGIN');
    await bind(3);
    await expect(bind(4)).rejects.toThrow('participation_waits_alone');
    await ask('ROLLBACK');
    await ask('BEGIN');
    await bind(3);
    // As the release before draws, which pays in the same transaction and binds nothing.
    const unbound = await bind(null, { epoch: null });
    await expect(draw(unbound, 4)).rejects.toThrow('are paid and wait for their draw');
  });

  it('let nothing be drawn twice', async () => {
    const { rows } = await ask('SELECT id FROM participation WHERE campaign_id = $1', boxId);
    const id = rows[0]?.id;
    await expect(draw(id, 3)).rejects.toThrow('is not one that was paid and waits');
    await expect(markDrawn(id)).rejects.toThrow('written once');
    for (const column of ['client_seed', 'paid_in']) {
      const change = ask(`UPDATE participation SET ${column} = ${column} WHERE id = $1`, id);
      await expect(change).rejects.toThrow('permission denied');
    }
  });

  it('let openings be drawn in their order, and marked as drawn when all are', async () => {
    const key = randomUUID();
    await killedWhileDrawing(world, boxId, () => open(2, key));
    const { rows } = await ask('SELECT id FROM participation WHERE campaign_id = $1 AND since_after IS NULL', boxId);
    const id = rows[0]?.id;
    await expect(markDrawn(id)).rejects.toThrow('0 of 2 openings');
    await expect(draw(id, 4)).rejects.toThrow('before the one that precedes it');
    await ask('BEGIN');
    await draw(id, 3);
    await ask('SAVEPOINT half');
    await expect(markDrawn(id)).rejects.toThrow('1 of 2 openings');
    await ask('ROLLBACK TO SAVEPOINT half');
    await draw(id, 4);
    await markDrawn(id);
    await ask('ROLLBACK');
    expect((await open(2, key)).data.results?.map(({ nonce }) => nonce)).toEqual([3, 4]);
  });

  it('let nothing be bound as drawn, or to a seed that was shown', async () => {
    await expect(bind(3, { epoch: 1, sinceAfter: 0 })).rejects.toThrow('are bound as drawn');
    await ask('BEGIN');
    await reveal();
    await expect(bind(3)).rejects.toThrow('is not secret');
  });

  it('let no seed be shown while openings wait for it', async () => {
    await ask('BEGIN');
    await bind(3);
    await expect(reveal()).rejects.toThrow('wait for their draw under the seed 1');
  });

  it('make a seed wait for the openings that are being bound to it', async () => {
    await ask('BEGIN');
    await bind(3);
    const other = await world.pool.connect();
    try {
      await other.query('BEGIN');
      const shown = other.query('UPDATE luck_seed SET revealed_at = started_at WHERE subject_id = $1', [boxId]);
      await waitForLockWaiter(world);
      await ask('ROLLBACK');
      expect((await shown).rowCount).toBe(1);
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
  });
});
