import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, createServices } from '#/app.ts';
import { grabShares } from '#/modules/luck/packets.store.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { balanceOf } from '../world/balance-of.ts';
import { call } from '../world/call.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { ticketAsset } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenPacket } from '../world/given-luck.ts';
import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';
import { createWorld, type World } from '../world/world.ts';
import { moveLuck } from './move-luck.ts';

const grabCall = 'GET /activity/api/v1/packet/grabPackage';
const listCall = 'GET /activity/api/v1/packet/getAllPacket';
const sharesCall = 'GET /activity/api/v1/packet/getShares';
const noon = new Date('2026-03-10T04:00:00.000Z');
const hourMs = 60 * 60_000;

describe('red packets', () => {
  let world: World;
  let fan: TestFan;
  beforeAll(async () => {
    world = await createWorld({ now: noon, environment: { COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: 'true' } });
    await world.given.election();
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(noon);
    fan = await world.given.fan();
    world.time.forget();
  });

  const grab = (packetId: string, caller: TestFan | undefined = fan, country = 'TW') =>
    world.call(grabCall, { fan: caller, query: { packetId }, headers: { 'cf-ipcountry': country } });

  const readListed = async (packetId: string, caller: TestFan | undefined = fan) => {
    world.time.forget();
    const { data } = await world.call(listCall, { fan: caller, query: {} });
    return data.find((one) => one.packetId === packetId);
  };

  const fans = (count: number) => world.given.fans(count);

  const countTaken = async (packetId: string) => {
    const { rows } = await world.ownerPool.query<{ taken: number; sum: number }>(
      `SELECT p.taken, (SELECT coalesce(sum(amount), 0)::int FROM packet_share s
                         WHERE s.packet_id = p.id AND fan_id IS NOT NULL) AS sum
         FROM packet p WHERE id = $1`,
      [packetId],
    );
    return rows[0];
  };

  it('give the next share, credit it and tell the place, past every cache', async () => {
    const packetId = await givenPacket(world);
    const { data, headers } = await grab(packetId);
    const gives = { assetName: 'POINT', activityId: null, amount: data.amount };
    expect(data).toMatchObject({ packetId, place: 1, gives });
    expect(headers['cache-control']).toBe('no-store');
    expect(await balanceOf(world, fan)).toBe(data.amount);
    expect((await grab(packetId, await world.given.fan())).data.place).toBe(2);
  });

  it('may hold tickets', async () => {
    const packetId = await givenPacket(world, { asset: ticketAsset });
    const { data } = await grab(packetId);
    expect(data.gives).toMatchObject({ assetName: ticketAsset, activityId: '1004' });
    expect(await balanceOf(world, fan, ticketAsset)).toBe(data.amount);
  });

  it('answer every repeat with the first share, also after the end and from another region', async () => {
    const packetId = await givenPacket(world, { regions: ['TW'] });
    const first = await grab(packetId);
    expect((await changesNothing(world, () => grab(packetId))).data).toEqual(first.data);
    expect((await grab(packetId, fan, 'JP')).data).toEqual(first.data);
    world.clock.set(new Date(noon.getTime() + 2 * hourMs));
    expect((await grab(packetId)).data).toEqual(first.data);
  });

  it('refuse a call without a token, even with a cookie', async () => {
    const packetId = await givenPacket(world);
    const reply = await changesNothing(world, () =>
      world.call(grabCall, { query: { packetId }, headers: { cookie: `token=${fan.token}; passport=${fan.token}` } }),
    );
    expect(reply).toMatchObject({ status: 401, refusal: 'UNAUTHENTICATED' });
  });

  it.each<[string, Parameters<typeof givenPacket>[1], number, string, string]>([
    [
      'before it opens',
      { opensInMs: 60_000 },
      0,
      'PACKET_NOT_OPEN',
      'This red packet opens on March 10th, 12:01 (Taipei).',
    ],
    ['at its end', { lastsMs: hourMs }, hourMs, 'PACKET_ENDED', 'This red packet has ended.'],
    [
      'with an account that is too young',
      { minAccountAgeHours: 24 },
      0,
      'LUCK_ACCOUNT_TOO_YOUNG',
      'Accounts can join 24 hours after signing up. Yours can from March 11th, 12:00 (Taipei).',
    ],
    ['from another region', { regions: ['TW'] }, 0, 'LUCK_REGION_CLOSED', 'For fans in Taiwan only. You’re in Japan.'],
  ])('refuse a fan %s and change nothing', async (_, options, afterMs, refusal, message) => {
    const packetId = await givenPacket(world, options);
    world.clock.set(new Date(noon.getTime() + afterMs));
    const reply = await changesNothing(world, () => grab(packetId, fan, 'JP'));
    expect(reply).toMatchObject({ status: 200, refusal, message });
  });

  it('refuse an unknown packet', async () => {
    const reply = await changesNothing(world, () => grab('no-such-packet'));
    expect(reply).toMatchObject({ refusal: 'PACKET_NOT_FOUND', message: 'We can’t find this red packet.' });
  });

  it('refuse a fan whose country is unknown where regions are named', async () => {
    const packetId = await givenPacket(world, { regions: ['TW'] });
    expect(await grab(packetId, fan, 'XX')).toMatchObject({ refusal: 'LUCK_REGION_CLOSED' });
  });

  it('open at the very instant', async () => {
    const packetId = await givenPacket(world, { opensInMs: 1 });
    expect((await grab(packetId)).refusal).toBe('PACKET_NOT_OPEN');
    world.clock.set(new Date(noon.getTime() + 1));
    expect((await grab(packetId)).code).toBe(0);
  });

  it('refuse when all shares are gone, from memory too, and change nothing', async () => {
    const packetId = await givenPacket(world, { total: 30, shares: 2 });
    const [first, second] = await fans(2);
    const firstShare = await grab(packetId, first);
    await grab(packetId, second);
    const tryGrab = () => changesNothing(world, () => grab(packetId));
    expect(await tryGrab()).toMatchObject({ refusal: 'PACKET_SOLD_OUT' });
    // The process has learnt that nothing is left; holders still get their share.
    await expect.poll(async () => (await grab(packetId, first)).data).toEqual(firstShare.data);
    expect(await tryGrab()).toMatchObject({
      refusal: 'PACKET_SOLD_OUT',
      message: 'All shares are gone. Try the next red packet.',
    });
    world.clock.set(new Date(noon.getTime() + hourMs));
    expect(await tryGrab()).toMatchObject({ refusal: 'PACKET_ENDED' });
  });

  it('give a fan one share when 40 calls come at once', async () => {
    const packetId = await givenPacket(world);
    const replies = await Promise.all(Array.from({ length: 40 }, () => grab(packetId)));
    expect(new Set(replies.map(({ data }) => data.shareId)).size).toBe(1);
    expect(await countTaken(packetId)).toEqual({ taken: 1, sum: await balanceOf(world, fan) });
  });

  it('give 1,000 fans at once exactly the shares there are, and the sum exactly', async () => {
    const packetId = await givenPacket(world, { total: 100_000, shares: 600 });
    const callers = await fans(1000);
    const replies = await Promise.all(callers.map((caller) => grab(packetId, caller)));
    const got = replies.filter(({ code }) => code === 0);
    expect(got).toHaveLength(600);
    expect(new Set(replies.filter(({ code }) => code !== 0).map(({ refusal }) => refusal))).toEqual(
      new Set(['PACKET_SOLD_OUT']),
    );
    expect(new Set(got.map(({ data }) => data.place)).size).toBe(600);
    expect(await countTaken(packetId)).toEqual({ taken: 600, sum: 100_000 });
  });

  it('are shared exactly by two processes', async () => {
    const packetId = await givenPacket(world, { total: 500, shares: 50 });
    const replica = await buildApp(createServices(world.services));
    const callers = await fans(80);
    const replies = await Promise.all(
      callers.map((caller, place) =>
        call(place % 2 ? world.app : replica, grabCall, { fan: caller, query: { packetId } }),
      ),
    );
    await replica.close();
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(50);
    expect(await countTaken(packetId)).toEqual({ taken: 50, sum: 500 });
  });

  it('write a batch again with the same outcome after its answer was lost', async () => {
    const packetId = await givenPacket(world, { total: 20, shares: 2 });
    const callers = await fans(3);
    const entries = callers.map(({ id, joinedAt }) => ({
      packetId,
      fanId: id,
      joinedAt,
      key: uuidV7(noon),
      receivedAt: noon,
    }));
    const first = await grabShares(world.pool, 0, entries);
    const again = await grabShares(world.pool, 1, entries);
    expect(first.map(({ verdict }) => verdict)).toEqual(['grabbed', 'grabbed', 'soldOut']);
    expect(again.map(({ verdict }) => verdict)).toEqual(['repeat', 'repeat', 'soldOut']);
    expect(again.map(({ share }) => share)).toEqual(first.map(({ share }) => share));
  });

  it('are described to the previous release in numbers', async () => {
    const packetId = await givenPacket(world, { total: 10, shares: 1 });
    const [first, second] = await fans(2);
    const told = async (fanId: number | undefined, receivedAt: Date) => {
      const { rows } = await world.pool.query<{ result: number }>(
        'SELECT result FROM grab_packet($1, 0::smallint, $2, $3, $4, $5)',
        [packetId, [fanId], [uuidV7(noon)], [receivedAt], [noon]],
      );
      return rows[0]?.result;
    };
    expect(await told(first?.id, new Date(noon.getTime() - 2 * hourMs))).toBe(3);
    expect(await told(first?.id, noon)).toBe(0);
    expect(await told(first?.id, noon)).toBe(1);
    expect(await told(second?.id, noon)).toBe(2);
    expect(await told(second?.id, new Date(noon.getTime() + 100 * hourMs))).toBe(4);
  });

  it('count a grab by its arrival, although it is written after the end', async () => {
    const packetId = await givenPacket(world);
    const blocker = await world.ownerPool.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM packet WHERE id = $1 FOR UPDATE', [packetId]);
    world.clock.set(new Date(noon.getTime() + hourMs - 1));
    const inTime = grab(packetId);
    await waitForLockWaiter(world);
    world.clock.set(new Date(noon.getTime() + hourMs));
    const late = grab(packetId, await world.given.fan());
    await blocker.query('COMMIT');
    blocker.release();
    expect((await inTime).code).toBe(0);
    expect((await late).refusal).toBe('PACKET_ENDED');
  });

  it('return the rest to the budget after the end, once, and reveal the seed', async () => {
    const packetId = await givenPacket(world, { budget: 'returning' });
    const { amount } = (await grab(packetId)).data;
    const setAside = async () => {
      const { rows } = await world.ownerPool.query<{ set_aside: number }>(
        `SELECT set_aside::int FROM luck_budget WHERE id = 'returning' AND asset = 'POINT'`,
      );
      return rows[0]?.set_aside;
    };
    expect(await setAside()).toBe(100);
    world.clock.set(new Date(noon.getTime() + hourMs + 14_999));
    await moveLuck(world);
    expect(await setAside()).toBe(100);
    world.clock.set(new Date(noon.getTime() + hourMs + 15_000));
    await Promise.all([moveLuck(world), moveLuck(world)]);
    expect(await setAside()).toBe(amount);
    await moveLuck(world);
    expect(await setAside()).toBe(amount);
    expect(await readListed(packetId)).toMatchObject({
      state: 'ended',
      left: 9,
      luckiest: { nickname: 'Mina', amount },
    });
  });

  it('show who got what, the fastest first, and the luckiest once they are over', async () => {
    const packetId = await givenPacket(world, { total: 300, shares: 3 });
    const callers = await fans(3);
    for (const caller of callers) await grab(packetId, caller);
    await moveLuck(world);
    const { data } = await world.call(sharesCall, { fan: callers[1], query: { packetId } });
    expect(data).toMatchObject({ total: 3, pageNum: 1 });
    expect(data.list.map(({ place, isMe }) => [place, isMe])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
    const most = Math.max(...data.list.map(({ amount }) => amount));
    expect(data.list.find(({ isLuckiest }) => isLuckiest)?.amount).toBe(most);
    const second = await world.call(sharesCall, { query: { packetId, pageNum: 2, pageSize: 2 } });
    expect(second.data.list.map(({ place }) => place)).toEqual([3]);
    expect(await world.call(sharesCall, { query: { packetId: 'none' } })).toMatchObject({
      refusal: 'PACKET_NOT_FOUND',
    });
  });

  it('keep every guard in SQL: no share twice, no share more, no other amount', async () => {
    const packetId = await givenPacket(world, { total: 20, shares: 2 });
    await grab(packetId);
    const asApp = (statement: string) => world.pool.query(statement, [packetId]);
    await expect(asApp('UPDATE packet_share SET amount = 1000 WHERE packet_id = $1')).rejects.toThrow(
      'permission denied',
    );
    await expect(asApp('DELETE FROM packet_share WHERE packet_id = $1')).rejects.toThrow('permission denied');
    await expect(asApp('UPDATE packet SET total = 1000 WHERE id = $1')).rejects.toThrow('permission denied');
    await expect(asApp('UPDATE packet SET taken = 3 WHERE id = $1')).rejects.toThrow('packet_never_oversold');
    await expect(
      asApp(`UPDATE packet_share s SET fan_id = o.fan_id, key = o.key, grabbed_at = o.grabbed_at
               FROM packet_share o WHERE o.packet_id = $1 AND o.slot = 1 AND s.packet_id = $1 AND s.slot = 2`),
    ).rejects.toThrow('packet_share_once_a_fan');
    await expect(asApp('UPDATE packet_share SET fan_id = NULL WHERE packet_id = $1 AND slot = 1')).rejects.toThrow(
      'once',
    );
    await expect(asApp('UPDATE packet SET taken = 0 WHERE id = $1')).rejects.toThrow('written once');
  });
});
