import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { credit, post } from '#/modules/points/index.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

const asset = 'TEST_COIN';
const now = new Date('2026-03-10T04:00:00.000Z');

let world: World;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ now });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  fan = await world.given.fan();
  const pool = { kind: 'issue', name: 'test grants' } as const;
  const grant = {
    fanId: fan.id,
    asset,
    amount: 100,
    pool,
    reason: 'demo_grant',
    key: uuidV7(now),
    receivedAt: now,
  } as const;
  await world.db.transaction().execute((tx) => credit(tx, grant));
});

async function hold(amount: number, key: string = randomUUID(), most = 90) {
  const { rows } = await world.pool.query<{ verdict: string; available: number; held: number }>(
    `SELECT h.* FROM ledger.unit u, ledger.place_hold($1, $2, $3, u.id, $4, $5) h WHERE u.name = $6`,
    [key, now, fan.id, amount, most, asset],
  );
  return rows[0];
}

async function release(keys: readonly string[]) {
  const { rows } = await world.pool.query<{ released: number }>(
    `SELECT ledger.release_points(u.id, $1, $2, $3) AS released FROM ledger.unit u WHERE u.name = $4`,
    [keys.map(() => fan.id), keys, now, asset],
  );
  return rows[0]?.released;
}

const spend = (amount: number) =>
  world.db.transaction().execute((tx) =>
    post(tx, {
      key: uuidV7(now),
      receivedAt: now,
      legs: [
        {
          fanId: fan.id,
          asset,
          direction: 'pays',
          amount,
          pool: { kind: 'sink', name: 'test' },
          reason: 'demo_grant',
        },
      ],
    }),
  );

describe('a hold', () => {
  it('takes an amount once under its key, within what can be spent and what may be held', async () => {
    const key = randomUUID();
    expect(await hold(60, key)).toEqual({ verdict: 'held', available: 40, held: 60 });
    expect(await hold(60, key)).toEqual({ verdict: 'repeat', available: 40, held: 60 });
    expect(await hold(61, key)).toMatchObject({ verdict: 'keyReused', held: 60 });
    expect(await hold(41)).toMatchObject({ verdict: 'tooFew', available: 40 });
    expect(await hold(31)).toMatchObject({ verdict: 'aboveLimit', held: 60 });
    expect(await hold(30)).toEqual({ verdict: 'held', available: 10, held: 90 });
  });

  it('is described to the previous release in numbers', async () => {
    const key = randomUUID();
    const tryHold = async (amount: number, under: string) => {
      const { rows } = await world.pool.query<{ result: number; available: number; held: number }>(
        `SELECT h.* FROM ledger.unit u, ledger.hold_points($1, $2, $3, u.id, $4, 90) h WHERE u.name = $5`,
        [under, now, fan.id, amount, asset],
      );
      return rows[0]?.result;
    };
    expect(await tryHold(60, key)).toBe(0);
    expect(await tryHold(60, key)).toBe(1);
    expect(await tryHold(41, randomUUID())).toBe(2);
    expect(await tryHold(61, key)).toBe(3);
    expect(await tryHold(31, randomUUID())).toBe(4);
  });

  it('cannot be spent until it is released, which happens once', async () => {
    const keys = [randomUUID(), randomUUID()];
    for (const key of keys) await hold(40, key);
    await expect(spend(21)).rejects.toThrow('INSUFFICIENT');
    expect(await Promise.all(Array.from({ length: 5 }, () => release(keys)))).toSatisfy(
      (released: number[]) => released.toSorted((one, other) => other - one).join() === '2,0,0,0,0',
    );
    await expect(spend(100)).resolves.toMatchObject([{ balance: 0 }]);
  });

  it('of a fan without an account holds nothing', async () => {
    const stranger = await world.given.fan();
    const { rows } = await world.pool.query(
      `SELECT h.* FROM ledger.unit u, ledger.place_hold($1, $2, $3, u.id, 1, 10) h WHERE u.name = $4`,
      [randomUUID(), now, stranger.id, asset],
    );
    expect(rows).toEqual([{ verdict: 'tooFew', available: 0, held: 0 }]);
  });
});

describe('a hold of what expires', () => {
  const untilMarch = '2026-03-31';
  beforeEach(async () => {
    await world.ownerPool.query('UPDATE ledger.unit SET expires = true WHERE name = $1', [asset]);
    await world.ownerPool.query(
      `INSERT INTO ledger.lot (fan, unit, expires_on, credited)
         SELECT $1, id, $2, 100 FROM ledger.unit WHERE name = $3`,
      [fan.id, untilMarch, asset],
    );
  });
  afterEach(async () => {
    await world.ownerPool.query('DELETE FROM ledger.lot');
    await world.ownerPool.query('UPDATE ledger.unit SET expires = false WHERE name = $1', [asset]);
  });

  const expire = () =>
    world.pool.query(
      `SELECT ledger.expire_lots(id, $1, 0, 500, '2026-04-01T00:00:00Z') FROM ledger.unit WHERE name = $2`,
      [untilMarch, asset],
    );
  const remaining = async () => {
    const { rows } = await world.ownerPool.query<{ until: string; amount: number }>(
      `SELECT r.expires_on::text AS until, r.amount FROM ledger.unit u, ledger.remaining_lots($1, u.id) r
        WHERE u.name = $2`,
      [fan.id, asset],
    );
    return rows;
  };

  it('comes out of the soonest lots, does not expire, and lives for 30 more days once it is released', async () => {
    const key = randomUUID();
    await hold(60, key);
    expect(await remaining()).toEqual([{ until: untilMarch, amount: 40 }]);
    await expire();
    expect(await hold(1)).toMatchObject({ verdict: 'tooFew', available: 0, held: 60 });
    // Released on the 10th of March by the test's clock: the 9th of April is in the month that it lives to.
    expect(await release([key])).toBe(1);
    expect(await release([key])).toBe(0);
    expect(await remaining()).toEqual([{ until: '2026-04-30', amount: 60 }]);
  });
});
