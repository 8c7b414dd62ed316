import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifyOfOvertakesJob } from '#/modules/following/notify-of-overtakes.ts';
import { stepActivities } from '../world/activity-lifecycle.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { countQueries } from '../world/count-queries.ts';
import { activityId } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

const hourMs = 60 * 60_000;
const opensAt = new Date('2026-11-21T02:30:00Z');
/** Hidden from 11:00 on. */
const closesAt = new Date('2026-11-21T12:00:00Z');

let world: World;
beforeAll(async () => {
  world = await createWorld({
    now: new Date('2026-11-21T02:40:00Z'),
    stands: true,
    environment: { RATE_LIMIT_FACTOR: '1000' },
  });
  await world.given.election({ idols: 3, opensAt, closesAt, rules: { displayFreezeMinutes: 60 } });
});
afterAll(() => world[Symbol.asyncDispose]());

const tell = () => notifyOfOvertakesJob(world.services).run({}, { number: 1, last: true });
const follow = (fan: TestFan, idolId: string) =>
  world.call('POST /activity/api/v1/following/follow', { fan, body: { idolId } });
const vote = async (idolId: string, num: number) => {
  const fan = await world.given.fan({ votes: num });
  const body = { activityId, idolId, num };
  expect((await world.call('POST /activity/api/v1/vote/doVote', { fan, body })).code).toBe(0);
  world.time.forget();
};
/** Goes to the next full hour, and keeps its ranking. */
const passHour = async () => {
  await world.time.set(new Date((Math.floor(world.clock.now().getTime() / hourMs) + 1) * hourMs));
  await stepActivities(world);
};
const noticesOf = async (fan: TestFan, language: 'en_US' | 'zh_TW' = 'en_US') =>
  (await world.call('GET /wallet/api/v1/notice/getNotices', { fan, query: {}, language })).data.list;

describe('an overtake', () => {
  it('goes once an hour to the fans whose main idol was passed, and to no other fan', async () => {
    const fans = await Promise.all([1, 2, 3, 4].map(() => world.given.fan()));
    const [fan, muted, second, passer] = fans as [TestFan, TestFan, TestFan, TestFan];
    await follow(fan, '1');
    await follow(muted, '1');
    await world.call('POST /wallet/api/v1/notice/muteTopic', { fan: muted, body: { topic: 'idol', muted: true } });
    await follow(second, '3');
    await follow(second, '1');
    await follow(passer, '2');
    await vote('1', 10);
    await passHour();
    await tell();
    await vote('2', 14);
    await passHour();
    await Promise.all([tell(), tell()]);
    await changesNothing(world, tell);
    expect(await noticesOf(fan)).toMatchObject([
      {
        kind: 'idolPassed',
        activityId,
        idol: { idolId: '1', name: 'Idol 1', rank: 2 },
        passer: { idolId: '2', name: 'Idol 2', rank: 1, votesToPass: 5 },
        others: 0,
      },
    ]);
    expect(await noticesOf(fan, 'zh_TW')).toMatchObject([{ idol: { name: 'Idol 1（中文）' } }]);
    expect(await Promise.all([muted, second, passer].map((one) => noticesOf(one)))).toEqual([[], [], []]);
    await passHour();
    await changesNothing(world, tell);
  });

  it('costs the same queries however many follow her', async () => {
    const followers = await world.given.fans(30);
    for (const fan of followers) await follow(fan, '2');
    await vote('1', 20);
    await passHour();
    // Not of what the server does beside it.
    const ofNotices = /notice|follow/;
    const few = await countQueries(ofNotices, tell);
    expect(few).toBeGreaterThan(0);
    const more = await world.given.fans(120);
    await world.ownerPool.query(`INSERT INTO followed_idol SELECT id, '1', 1, $2 FROM unnest($1::bigint[]) AS id`, [
      more.map(({ id }) => id),
      world.clock.now(),
    ]);
    await vote('2', 40);
    await passHour();
    expect(await countQueries(ofNotices, tell)).toBe(few);
    expect(await noticesOf(more[0] as TestFan)).toHaveLength(1);
  });

  it('is not told while the count is hidden, even if it happened before', async () => {
    await world.time.set(new Date('2026-11-21T09:59:00Z'));
    await passHour();
    const fan = await world.given.fan();
    await follow(fan, '2');
    await vote('1', 100);
    await passHour();
    await changesNothing(world, tell);
    expect(await noticesOf(fan)).toEqual([]);
  });
});
