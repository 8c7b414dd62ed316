import { afterEach, beforeEach, expect, it } from 'vitest';
import { notifyOfClosesJob, notifyOfOpeningsJob } from '#/modules/elections/notify-of-closes.ts';
import { moveEnd } from '#/modules/elections/index.ts';
import { listFollowers } from '#/modules/following/index.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { activityId, voteAsset } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

const hourMs = 60 * 60_000;
const noon = new Date('2026-12-08T04:00:00.000Z');
const opensAt = new Date(noon.getTime() - 30 * 60_000);
const closesAt = new Date(noon.getTime() + 25 * hourMs);

let world: World;
beforeEach(async () => {
  world = await createWorld({ now: noon });
  await world.given.election({ freePerDay: 5, opensAt, closesAt });
});
afterEach(() => world[Symbol.asyncDispose]());

const tell = () => notifyOfClosesJob({ ...world.services, listFollowers }).run({}, { number: 1, last: true });
const noticesOf = async (fan: TestFan) =>
  (await world.call('GET /wallet/api/v1/notice/getNotices', { fan, query: {} })).data.list.map(
    ({ noticeId: _id, createdAt: _at, isRead: _read, ...notice }) => notice,
  );
const mute = (fan: TestFan, topic: 'opening' | 'closing' | 'lastHour') =>
  world.call('POST /wallet/api/v1/notice/muteTopic', { fan, body: { topic, muted: true } });
const follow = (fan: TestFan, idolId: string) =>
  world.call('POST /activity/api/v1/following/follow', { fan, body: { idolId } });
const closeIn = (hours: 24 | 1, end = closesAt) => ({
  kind: 'roundCloses',
  activityId,
  title: 'The election',
  hours,
  closesAt: end.toISOString(),
});

it('tells voters and followers a day and an hour before a close, once each, and again after a move', async () => {
  const voter = await world.given.fan();
  const muted = await world.given.fan();
  const visitor = await world.given.fan();
  const follower = await world.given.fan();
  for (const idolId of ['2', '3']) await follow(follower, idolId);
  await follow(muted, '2');
  for (const fan of [voter, muted]) {
    await world.call('POST /activity/api/v1/vote/doVote', { fan, body: { activityId, idolId: '1', num: 1 } });
  }
  for (const topic of ['closing', 'lastHour'] as const) await mute(muted, topic);
  await changesNothing(world, tell);
  world.clock.set(new Date(closesAt.getTime() - 24 * hourMs));
  await Promise.all([tell(), tell()]);
  expect(await noticesOf(voter)).toMatchObject([closeIn(24)]);
  world.clock.advance(22 * hourMs);
  await changesNothing(world, tell);
  world.clock.set(new Date(closesAt.getTime() - hourMs));
  await tell();
  await changesNothing(world, tell);
  for (const fan of [voter, follower]) expect(await noticesOf(fan)).toMatchObject([closeIn(1), closeIn(24)]);

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

it('tells of the last hour alone to a fan who has muted the day before, and the other way round', async () => {
  const [ofHour, ofDay] = [await world.given.fan(), await world.given.fan()];
  for (const fan of [ofHour, ofDay]) await follow(fan, '1');
  await mute(ofHour, 'closing');
  await mute(ofDay, 'lastHour');
  for (const hours of [24, 1]) {
    world.clock.set(new Date(closesAt.getTime() - hours * hourMs));
    await tell();
  }
  expect([await noticesOf(ofHour), await noticesOf(ofDay)]).toMatchObject([[closeIn(1)], [closeIn(24)]]);
});

it('tells followers and holders of votes once that a round has opened, unless they mute openings', async () => {
  const tellOfOpening = () =>
    notifyOfOpeningsJob({ ...world.services, listFollowers }).run({}, { number: 1, last: true });
  const [follower, holder, muted, visitor] = await Promise.all([
    world.given.fan(),
    world.given.fan({ votes: 5 }),
    world.given.fan({ votes: 5 }),
    world.given.fan(),
  ]);
  await follow(follower, '2');
  await mute(muted, 'opening');
  world.clock.set(new Date(opensAt.getTime() - 1));
  await changesNothing(world, tellOfOpening);
  world.clock.set(opensAt);
  await Promise.all([tellOfOpening(), tellOfOpening(), tellOfOpening()]);
  await changesNothing(world, tellOfOpening);
  const opening = { kind: 'roundOpens', activityId, title: 'The election', closesAt: closesAt.toISOString() };
  for (const fan of [follower, holder]) expect(await noticesOf(fan)).toEqual([opening]);
  expect([await noticesOf(muted), await noticesOf(visitor)]).toEqual([[], []]);
});

it('tells more than a batch of fans, voters and followers alike, each once', async () => {
  const fans = await world.given.fans(1300);
  const voters = fans.filter((_, index) => index % 3 > 0);
  const followers = fans.filter((_, index) => index % 3 < 2);
  await world.ownerPool.query(
    `INSERT INTO followed_idol (fan_id, idol_id, place, followed_at) SELECT unnest($1::bigint[]), '1', 1, $2`,
    [followers.map(({ id }) => id), noon],
  );
  await world.ownerPool.query(
    `SELECT ledger.post_legs(gen_random_uuid(), $1, $2::bigint[], array_fill(u.id, $3),
                             array_fill(ledger.ensure_pool(u.id, 'issue', 'test grants'), $3),
                             array_fill(1::smallint, $3),
                             array_fill(1::bigint, $3), array_fill(90::smallint, $3))
       FROM ledger.unit u WHERE u.name = $4`,
    [noon, voters.map(({ id }) => id), [voters.length], voteAsset],
  );
  world.clock.set(new Date(closesAt.getTime() - hourMs));
  await Promise.all([tell(), tell()]);
  const { rows } = await world.ownerPool.query(
    `SELECT count(*)::int AS notices, count(DISTINCT fan_id)::int AS fans FROM notice WHERE kind = 'roundClosesInHour'`,
  );
  expect(rows).toEqual([{ notices: 1300, fans: 1300 }]);
});
