import { afterAll, beforeAll, expect, it } from 'vitest';
import { fundPacket, type NewPacket } from '#/modules/luck/packets.store.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenBox, givenLuckBudget, givenPacket } from '../world/given-luck.ts';
import { createWorld, type World } from '../world/world.ts';
import { runLuckJob } from './move-luck.ts';

const noon = new Date('2026-03-10T04:00:00.000Z');
const texts = { en_US: 'Again', zh_TW: '再來一次' };
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let world: World;
beforeAll(async () => {
  world = await createWorld({ now: noon });
  await world.given.election();
});
afterAll(() => world[Symbol.asyncDispose]());

const tell = () => runLuckJob(world, 'notify-of-luck', {});
const noticesOf = async (fan: TestFan) =>
  (await world.call('GET /wallet/api/v1/notice/getNotices', { fan, query: { topic: 'luck' } })).data.list.map(
    ({ noticeId: _id, createdAt: _at, isRead: _read, ...notice }) => notice,
  );

it('tells fans who took part in luck of packets minutes before and of boxes when they open, and no other', async () => {
  const [regular, muted, visitor] = await Promise.all([world.given.fan(), world.given.fan(), world.given.fan()]);
  const former = await givenPacket(world, { shares: 5, total: 50 });
  for (const fan of [regular, muted]) {
    await world.call('GET /activity/api/v1/packet/grabPackage', { fan, query: { packetId: former } });
  }
  const body = { topic: 'luck', muted: true } as const;
  await world.call('POST /wallet/api/v1/notice/muteTopic', { fan: muted, body });
  world.clock.set(new Date(noon.getTime() + dayMs));
  await changesNothing(world, tell);

  const packetId = await givenPacket(world, { opensInMs: 10 * minuteMs });
  const boxId = await givenBox(world, { opensInMs: 10 * minuteMs });
  await Promise.all([tell(), tell(), tell()]);
  await changesNothing(world, tell);
  const opensAt = new Date(world.clock.now().getTime() + 10 * minuteMs).toISOString();
  const packet = { kind: 'luckOpens', luckKind: 'packet', luckId: packetId, title: 'A packet', opensAt };
  expect(await noticesOf(regular)).toMatchObject([packet]);
  world.clock.advance(10 * minuteMs);
  await tell();
  await changesNothing(world, tell);
  expect(await noticesOf(regular)).toMatchObject([{ kind: 'luckOpens', luckKind: 'box', luckId: boxId }, packet]);
  expect([await noticesOf(muted), await noticesOf(visitor)]).toEqual([[], []]);
});

it('tells of a plan once a day, however often it opens, and no fan who was away for over thirty days', async () => {
  const fan = await world.given.fan();
  const first = await givenPacket(world, { shares: 5, total: 50 });
  await world.call('GET /activity/api/v1/packet/grabPackage', { fan, query: { packetId: first } });
  await tell();
  const { rows: plans } = await world.ownerPool.query<{ id: string }>(
    'SELECT plan_id AS id FROM packet WHERE id = $1',
    [first],
  );
  const opensAt = new Date(world.clock.now().getTime() + 5 * minuteMs);
  const again: NewPacket = {
    packetId: `${first}-again`,
    planId: plans[0]?.id ?? '',
    activityId: null,
    title: texts,
    description: texts,
    coverSeed: 'lucky-h1',
    budget: await givenLuckBudget(world),
    asset: 'POINT',
    total: 10,
    shares: 2,
    opensAt,
    closesAt: new Date(opensAt.getTime() + dayMs),
    minAccountAgeHours: 0,
    regions: null,
  };
  expect(await world.db.transaction().execute((tx) => fundPacket(tx, again, world.clock.now()))).toBe(true);
  await changesNothing(world, tell);
  expect(await noticesOf(fan)).toHaveLength(1);
  world.clock.advance(31 * dayMs);
  await givenPacket(world);
  await tell();
  const { rows } = await world.ownerPool.query('SELECT FROM notice WHERE fan_id = $1', [fan.id]);
  expect(rows).toHaveLength(1);
});
