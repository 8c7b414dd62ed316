import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestFan } from '../world/given-fan.ts';
import { grantPoints } from '../world/grant-points.ts';
import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';
import { createWorld, type World } from '../world/world.ts';

const now = new Date('2026-03-10T04:00:00.000Z');

let world: World;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ now });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  await setTerms(null);
  fan = await world.given.fan();
});

async function setTerms(months: number | null) {
  const { rows } = await world.ownerPool.query<{ changed: boolean }>(
    'SELECT ledger.set_expiry_terms($1, $2) AS changed',
    [months, now],
  );
  return rows[0]?.changed;
}

const grant = (amount: number, receivedAt = now) => grantPoints(world, fan, amount, receivedAt);

async function lots() {
  const { rows } = await world.ownerPool.query<{ until: string; credited: number }>(
    'SELECT expires_on::text AS until, credited FROM ledger.lot WHERE fan = $1 ORDER BY expires_on',
    [fan.id],
  );
  return rows.map(({ until, credited }) => [until, credited]);
}

it('Points that had no end get the whole term once terms begin, and lose it when they end', async () => {
  await grant(70, new Date('2020-01-01T00:00:00Z'));
  expect(await lots()).toEqual([['infinity', 70]]);
  expect(await setTerms(6)).toBe(true);
  expect(await lots()).toEqual([['2026-09-30', 70]]);
  expect(await setTerms(6)).toBe(false);
  await setTerms(null);
  expect(await lots()).toEqual([['infinity', 70]]);
});

it('another term counts for later Points and leaves those that fans have', async () => {
  await setTerms(12);
  await grant(50);
  await setTerms(1);
  await grant(20);
  expect(await lots()).toEqual([
    ['2026-04-30', 20],
    ['2027-03-31', 50],
  ]);
});

it('Points that came without a lot, from the release before, are covered when terms begin', async () => {
  await grant(40);
  await world.ownerPool.query('DELETE FROM ledger.lot WHERE fan = $1', [fan.id]);
  await setTerms(6);
  expect(await lots()).toEqual([['2026-09-30', 40]]);
});

it('a credit that waits while terms begin lives by the new ones', async () => {
  await grant(10);
  const owner = await world.ownerPool.connect();
  try {
    await owner.query('BEGIN');
    await owner.query('SELECT ledger.set_expiry_terms(6::smallint, $1)', [now]);
    const credited = grant(5);
    await waitForLockWaiter(world);
    await owner.query('COMMIT');
    await credited;
  } finally {
    owner.release();
  }
  expect(await lots()).toEqual([['2026-09-30', 15]]);
});
