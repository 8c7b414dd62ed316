import { afterAll, beforeAll, expect, it } from 'vitest';
import { notifyOfClosesJob } from '#/modules/elections/notify-of-closes.ts';
import { moveEnd } from '#/modules/elections/index.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { activityId } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

const hourMs = 60 * 60_000;
const noon = new Date('2026-12-08T04:00:00.000Z');
const closesAt = new Date(noon.getTime() + 25 * hourMs);

let world: World;
beforeAll(async () => {
  world = await createWorld({ now: noon });
  await world.given.election({ freePerDay: 5, closesAt });
});
afterAll(() => world[Symbol.asyncDispose]());

const tell = () => notifyOfClosesJob(world.services).run({}, { number: 1, last: true });
const noticesOf = async (fan: TestFan) =>
  (await world.call('GET /wallet/api/v1/notice/getNotices', { fan, query: {} })).data.list.map(
    ({ noticeId: _id, createdAt: _at, isRead: _read, ...notice }) => notice,
  );
const closeIn = (hours: 24 | 1, end = closesAt) => ({
  kind: 'roundCloses',
  activityId,
  title: 'The election',
  hours,
  closesAt: end.toISOString(),
});

it('tells voters, and no other fans, a day and an hour before a close, once each, and again after a move', async () => {
  const voter = await world.given.fan();
  const muted = await world.given.fan();
  const visitor = await world.given.fan();
  for (const fan of [voter, muted]) {
    await world.call('POST /activity/api/v1/vote/doVote', { fan, body: { activityId, idolId: '1', num: 1 } });
  }
  await world.call('POST /wallet/api/v1/notice/muteTopic', { fan: muted, body: { topic: 'closing', muted: true } });
  await changesNothing(world, tell);
  world.clock.set(new Date(closesAt.getTime() - 24 * hourMs));
  await Promise.all([tell(), tell()]);
  expect(await noticesOf(voter)).toMatchObject([closeIn(24)]);
  world.clock.advance(22 * hourMs);
  await changesNothing(world, tell);
  world.clock.set(new Date(closesAt.getTime() - hourMs));
  await tell();
  await changesNothing(world, tell);
  expect(await noticesOf(voter)).toMatchObject([closeIn(1), closeIn(24)]);

  const moved = new Date(closesAt.getTime() + 2 * hourMs);
  const wish = { activityId, to: moved.toISOString(), why: 'A storm', now: world.clock.now() };
  expect(await moveEnd(world.ownerPool, wish, closesAt)).toBe(true);
  await tell();
  world.clock.set(new Date(moved.getTime() - hourMs));
  await tell();
  expect((await noticesOf(voter)).slice(0, 2)).toMatchObject([closeIn(1, moved), closeIn(24, moved)]);
  world.clock.set(moved);
  await changesNothing(world, tell);
  expect([await noticesOf(muted), await noticesOf(visitor)]).toEqual([[], []]);
});
