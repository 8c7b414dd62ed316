import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenCheckIn, streakRewards } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';

const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const getTasksList = 'POST /task/api/v1/task/getTasksList';
const noon = new Date('2026-03-03T04:00:00.000Z');
const dayMs = 24 * 60 * 60 * 1000;

describe('the daily check-in', () => {
  let world: World;
  let taskId: string;
  beforeAll(async () => {
    world = await createWorld({ now: noon });
    taskId = await givenCheckIn(world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Claims at each of the times and tells the days of the streak that were paid. */
  async function daysPaid(fan: TestFan, times: readonly (Date | string)[]): Promise<(number | undefined)[]> {
    const days: (number | undefined)[] = [];
    for (const time of times) {
      world.clock.set(new Date(time));
      const { data, code } = await world.call(claim, { fan, body: { taskId } });
      expect(code).toBe(0);
      expect(data.points).toBe(streakRewards[(data.streak?.day ?? 0) - 1]);
      expect(data.streak).toMatchObject({ claimedToday: true, rewards: streakRewards });
      days.push(data.streak?.day);
    }
    return days;
  }

  async function readCalendar(fan: TestFan | undefined) {
    const { data } = await world.call(getTasksList, { fan, body: {} });
    return data.visitingTasks?.find((task) => task.taskId === taskId);
  }

  it('climbs for seven days and begins again on the eighth', async () => {
    const fan = await world.given.fan();
    const days = Array.from({ length: 9 }, (_, day) => new Date(noon.getTime() + day * dayMs));
    expect(await daysPaid(fan, days)).toEqual([1, 2, 3, 4, 5, 6, 7, 1, 2]);
    expect(await balanceOf(world, fan)).toBe(205 + 15);
  });

  it('begins again after a missed day', async () => {
    const fan = await world.given.fan();
    const times = ['2026-03-03T04:00:00Z', '2026-03-04T04:00:00Z', '2026-03-06T04:00:00Z', '2026-03-07T04:00:00Z'];
    expect(await daysPaid(fan, times)).toEqual([1, 2, 1, 2]);
  });

  it('counts the days of the platform, whose midnight is at 16:00 UTC', async () => {
    const fan = await world.given.fan();
    expect(await daysPaid(fan, ['2026-03-03T15:59:59.999Z', '2026-03-03T16:00:00.000Z'])).toEqual([1, 2]);
    world.clock.set(new Date('2026-03-04T15:59:59.999Z'));
    const early = await changesNothing(world, () => world.call(claim, { fan, body: { taskId } }));
    expect(early.refusal).toBe('TASK_ALREADY_AWARDED');
    expect(await daysPaid(fan, ['2026-03-05T15:59:59.999Z'])).toEqual([3]);
  });

  it('can be claimed until then, and says when it returns', async () => {
    const fan = await world.given.fan();
    world.clock.set(noon);
    expect(await readCalendar(fan)).toMatchObject({
      state: 'completed',
      reward: 5,
      streak: { day: 1, claimedToday: false, rewards: streakRewards },
    });
    await daysPaid(fan, [noon]);
    expect(await readCalendar(fan)).toMatchObject({
      state: 'awarded',
      reward: 5,
      streak: { day: 1, claimedToday: true },
      resetsAt: '2026-03-03T16:00:00.000Z',
    });
    world.clock.advance(dayMs);
    expect(await readCalendar(fan)).toMatchObject({
      state: 'completed',
      reward: 10,
      streak: { day: 2, claimedToday: false },
    });
    world.clock.advance(dayMs);
    expect(await readCalendar(fan)).toMatchObject({
      state: 'completed',
      reward: 5,
      streak: { day: 1, claimedToday: false },
    });
  });

  it('shows an anonymous caller what it is worth', async () => {
    expect(await readCalendar(undefined)).toMatchObject({
      state: 'available',
      streak: { day: 1, claimedToday: false },
    });
  });

  it('pays once for concurrent claims', async () => {
    const fan = await world.given.fan();
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => world.call(claim, { fan, body: { taskId }, key: randomUUID() })),
    );
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(1);
    expect(await balanceOf(world, fan)).toBe(5);
  });
});

describe('the daily check-in in a zone with summer time', () => {
  it('counts a day of 23 hours and a day of 25 hours as one', async () => {
    await using world = await createWorld({ now: noon, environment: { PLATFORM_TIME_ZONE: 'America/New_York' } });
    const taskId = await givenCheckIn(world);
    const fan = await world.given.fan();
    const pays = async (time: string) => {
      world.clock.set(new Date(time));
      const { data, refusal } = await world.call(claim, { fan, body: { taskId } });
      return refusal ?? data.streak?.day;
    };
    // 8 March has 23 hours: from 05:00 to 04:00 UTC.
    expect(await pays('2026-03-08T04:59:59.999Z')).toBe(1);
    expect(await pays('2026-03-08T05:00:00.000Z')).toBe(2);
    expect(await pays('2026-03-09T03:59:59.999Z')).toBe('TASK_ALREADY_AWARDED');
    expect(await pays('2026-03-09T04:00:00.000Z')).toBe(3);
  });
});
