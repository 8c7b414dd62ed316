import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expireAssetsJob } from '#/modules/points/points.jobs.ts';
import { reasons } from '#/modules/points/reasons.ts';
import { stepActivities } from '../world/activity-lifecycle.ts';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { ticketAsset, voteAsset } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenOffer } from '../world/given-offer.ts';
import { givenSongEvent } from '../world/given-song-event.ts';
import { grantPoints } from '../world/grant-points.ts';
import { createWorld, type World } from '../world/world.ts';

const assetDetail = 'POST /wallet/api/v1/user/getAssetDetail';
const expiryRecords = 'POST /wallet/api/v1/userExpand/getExpiryRecords';
const exchangeTicket = 'POST /wallet/api/v1/pointsMall/exchangeTicket';
/** November in Taipei, where the platform's days begin. */
const november = new Date('2025-11-10T04:00:00.000Z');
const may = new Date('2026-05-20T04:00:00.000Z');
const endOfMay = new Date('2026-05-31T16:00:00.000Z');
const minuteMs = 60_000;
const after = (time: Date, minutes: number) => new Date(time.getTime() + minutes * minuteMs);

describe('Points that expire', () => {
  let world: World;
  let fan: TestFan;
  beforeAll(async () => {
    world = await createWorld({ now: may });
    await world.given.election({ opensAt: november, closesAt: new Date('2026-12-01T00:00:00.000Z') });
    await world.ownerPool.query('UPDATE ledger.expiry_terms SET months = 6');
    // The months in which the test's clock will be.
    await world.ownerPool.query('SELECT ledger.open_book(m) FROM unnest($1::integer[]) m', [
      [202704, 202705, 202706, 202707],
    ]);
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(may);
    fan = await world.given.fan();
    await grant(100, november);
  });

  const grant = (amount: number, receivedAt: Date) => grantPoints(world, fan, amount, receivedAt);
  const expire = () => expireAssetsJob(world.services).run({}, { number: 1, last: true });
  const expiring = async () =>
    (await world.call(assetDetail, { fan, body: { accountId: fan.accountId } })).data.find(
      ({ assetName }) => assetName === 'POINT',
    )?.expiring;
  const records = async () => (await world.call(expiryRecords, { fan })).data;

  it('say until when the soonest last: the end of the sixth month in the platform’s zone', async () => {
    expect(await expiring()).toEqual({ amount: 100, at: endOfMay.toISOString() });
    // 23:59:59 and midnight of Taipei.
    await grant(10, new Date('2025-11-30T15:59:59.999Z'));
    await grant(20, new Date('2025-11-30T16:00:00.000Z'));
    expect(await expiring()).toEqual({ amount: 110, at: endOfMay.toISOString() });
    expect((await records()).coming.map(({ amount, at }) => [amount, at])).toEqual([
      [110, endOfMay.toISOString()],
      [20, '2026-06-30T16:00:00.000Z'],
    ]);
  });

  it('are spent the soonest first, and a spend touches no lot', async () => {
    await grant(50, new Date('2025-12-10T00:00:00.000Z'));
    const offerId = await givenOffer(world, { price: 10 });
    const lots = 'SELECT expires_on::text, credited FROM ledger.lot WHERE fan = $1 ORDER BY expires_on';
    const before = (await world.ownerPool.query(lots, [fan.id])).rows;
    await world.call(exchangeTicket, { fan, body: { offerId, num: 7 } });
    expect(await expiring()).toEqual({ amount: 30, at: endOfMay.toISOString() });
    expect((await world.ownerPool.query(lots, [fan.id])).rows).toEqual(before);
    await world.call(exchangeTicket, { fan, body: { offerId, num: 4 } });
    expect(await expiring()).toEqual({ amount: 40, at: '2026-06-30T16:00:00.000Z' });
  });

  it('expire an hour after their month as a transfer, once, and the records show it', async () => {
    await grant(20, new Date('2025-12-10T00:00:00.000Z'));
    world.clock.set(after(endOfMay, 59));
    await changesNothing(world, expire);
    expect(await balanceOf(world, fan)).toBe(120);
    world.clock.set(after(endOfMay, 60));
    await Promise.all([expire(), expire()]);
    expect(await balanceOf(world, fan)).toBe(20);
    await changesNothing(world, expire);
    expect(await records()).toMatchObject({
      list: [{ assetName: 'POINT', label: 'Points', amount: 100, expiredAt: after(endOfMay, 60).toISOString() }],
      total: 1,
      coming: [{ assetName: 'POINT', amount: 20, at: '2026-06-30T16:00:00.000Z' }],
      months: 6,
    });
    const exported = await world.call('POST /wallet/api/v1/user/getMyData', { fan });
    expect(exported.data.transfers?.rows).toContainEqual(
      expect.objectContaining({ amount: -100, reason: 'points_expired', balanceAfter: 20 }),
    );
  });

  it('are either spent or expire when both come at once', async () => {
    const offerId = await givenOffer(world, { price: 10 });
    world.clock.set(after(endOfMay, 61));
    const spends = Array.from({ length: 40 }, () =>
      world.call(exchangeTicket, { fan, body: { offerId, num: 1 }, key: randomUUID() }),
    );
    const [spent] = await Promise.all([Promise.all(spends), expire(), expire()]);
    const bought = spent.filter(({ code }) => code === 0).length;
    expect(spent.filter(({ refusal }) => refusal === 'INSUFFICIENT_POINTS')).toHaveLength(40 - bought);
    await expire();
    expect(await balanceOf(world, fan)).toBe(0);
    const { list } = await records();
    expect(10 * bought + list.reduce((sum, { amount }) => sum + amount, 0)).toBe(100);
  });

  it('that come back by a refund live for 30 more days', async () => {
    const offerId = await givenOffer(world, { price: 10 });
    await world.call(exchangeTicket, { fan, body: { offerId, num: 10 } });
    world.clock.set(after(endOfMay, 60));
    await expire();
    await world.ownerPool.query("UPDATE ledger.reason SET life = 'kept' WHERE code = 90");
    try {
      await grant(30, world.clock.now());
    } finally {
      await world.ownerPool.query("UPDATE ledger.reason SET life = 'term' WHERE code = 90");
    }
    expect(await expiring()).toEqual({ amount: 30, at: '2026-07-31T16:00:00.000Z' });
  });

  it('are refused by the ledger itself too early, and without a life', async () => {
    const unit = "(SELECT id FROM ledger.unit WHERE name = 'POINT')";
    const early = `SELECT ledger.expire_lots(${unit}, '2026-05-31', 0, 500, '2026-05-31T16:59:59Z')`;
    const lifeless = `SELECT ledger.post_legs($1, now(), ARRAY[$2::bigint], ARRAY[${unit}],
                        ARRAY[ledger.ensure_pool(${unit}, 'issue', 'test grants')], '{1}', '{5}', '{80}')`;
    await changesNothing(world, async () => {
      await expect(world.pool.query(early)).rejects.toThrow('have not ended for an hour');
      await expect(world.pool.query(lifeless, [randomUUID(), fan.id])).rejects.toThrow('says how long it lives');
    });
  });

  it('have the reasons that the code declares', async () => {
    const { rows } = await world.ownerPool.query(
      'SELECT name, code, life FROM ledger.reason WHERE code NOT IN (12, 14) ORDER BY code',
    );
    const declared = Object.entries(reasons).map(([name, terms]) => ({
      name,
      code: terms.code,
      life: 'life' in terms ? terms.life : null,
    }));
    expect(rows).toEqual(declared.toSorted((one, other) => one.code - other.code));
  });
});

describe('tickets and votes of an election', () => {
  let world: World;
  let fan: TestFan;
  const opensAt = new Date('2026-11-10T04:00:00.000Z');
  const closesAt = new Date('2026-11-12T04:00:00.000Z');
  beforeEach(async () => {
    world = await createWorld({ now: opensAt });
    await world.given.election({ opensAt, closesAt });
    fan = await world.given.fan({ points: 100, tickets: 7, votes: 30 });
  });

  const lapse = () => expireAssetsJob(world.services).run({}, { number: 1, last: true });
  const left = async () => [await balanceOf(world, fan, ticketAsset), await balanceOf(world, fan, voteAsset)];

  it('say that they can be used until its end, and lapse when its result is final', async () => {
    await using _ = world;
    const { data } = await world.call(assetDetail, { fan, body: { accountId: fan.accountId } });
    expect(data.find(({ assetName }) => assetName === ticketAsset)?.expiring).toEqual({
      amount: 7,
      at: closesAt.toISOString(),
    });
    world.clock.set(after(closesAt, 0));
    await changesNothing(world, lapse);
    world.clock.set(after(closesAt, 1));
    await stepActivities(world);
    await Promise.all([lapse(), lapse()]);
    expect(await left()).toEqual([0, 0]);
    expect(await balanceOf(world, fan)).toBe(100);
    await lapse();
    await changesNothing(world, lapse);
    const { list, coming } = (await world.call(expiryRecords, { fan })).data;
    expect(Object.fromEntries(list.map(({ assetName, amount }) => [assetName, amount]))).toEqual({
      [ticketAsset]: 7,
      [voteAsset]: 30,
    });
    expect(coming).toEqual([]);
  });

  it('stay while a song event takes its votes', async () => {
    await using _ = world;
    const { finalClosesAt } = await givenSongEvent(world, { opensAt: after(closesAt, 60) });
    world.clock.set(after(closesAt, 1));
    await stepActivities(world);
    await changesNothing(world, lapse);
    const { data } = await world.call(assetDetail, { fan, body: { accountId: fan.accountId } });
    expect(data.find(({ assetName }) => assetName === voteAsset)?.expiring?.at).toBe(finalClosesAt.toISOString());
    world.clock.set(after(finalClosesAt, 60));
    await lapse();
    expect(await left()).toEqual([0, 0]);
  });

  it('are not lapsed by the ledger before its result is final', async () => {
    await using _ = world;
    const { rows } = await world.ownerPool.query<{ id: number }>('SELECT id FROM ledger.unit WHERE name = $1', [
      voteAsset,
    ]);
    await changesNothing(world, () =>
      expect(
        world.pool.query('SELECT ledger.lapse_unit($1, 0, 500, $2)', [rows[0]?.id, after(closesAt, 9999)]),
      ).rejects.toThrow('is still of use'),
    );
  });
});
