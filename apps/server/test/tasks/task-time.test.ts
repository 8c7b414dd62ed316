import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenCheckIn, givenTask } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';

const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const getTasksList = 'POST /task/api/v1/task/getTasksList';
/** A visit taken on trust: the server asks for nothing but the time. */
const trusted = { typeId: 13, reward: 20 } as const;

/** Returns the millisecond before an instant. */
const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();

function on({ world }: { world: () => World }) {
  const at = (instant: string) => world().clock.set(new Date(instant));
  return {
    at,
    /** Claims at an instant and tells the Points that were paid, or why none were; a refusal has changed nothing. */
    paid: async (fan: TestFan, taskId: string, instant: string): Promise<number | string> => {
      at(instant);
      const { code, data } = await world().call(claim, { fan, body: { taskId } });
      if (code === 0) return data.points;
      const reply = await changesNothing(world(), () => world().call(claim, { fan, body: { taskId } }));
      return reply.refusal ?? 'an unnamed refusal';
    },
    streakDay: async (fan: TestFan, taskId: string, instant: string): Promise<number | string | undefined> => {
      at(instant);
      const { data, refusal } = await world().call(claim, { fan, body: { taskId } });
      return refusal ?? data.streak?.day;
    },
    shown: async (fan: TestFan, taskId: string, instant: string) => {
      at(instant);
      const { data } = await world().call(getTasksList, { fan, body: {} });
      return Object.values(data)
        .flat()
        .find((task) => task.taskId === taskId);
    },
  };
}

/**
 * The first instants of days and weeks around every kind of change of the clocks. The day that a change makes shorter or
 * longer begins at the first of `days`, and the day after it at the second.
 */
const zones = [
  {
    name: 'spring forward in Berlin, a day of 23 hours and the end of a week',
    zone: 'Europe/Berlin',
    days: ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', '2026-03-30T22:00:00.000Z'],
    weekBegins: '2026-03-29T22:00:00.000Z',
  },
  {
    name: 'fall back in Berlin, a day of 25 hours and the end of a week',
    zone: 'Europe/Berlin',
    days: ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', '2026-10-26T23:00:00.000Z'],
    weekBegins: '2026-10-25T23:00:00.000Z',
  },
  {
    name: 'spring forward in Santiago, where the day begins at one o’clock',
    zone: 'America/Santiago',
    days: ['2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z', '2026-09-08T03:00:00.000Z'],
    weekBegins: '2026-09-07T03:00:00.000Z',
  },
  {
    name: 'fall back in Santiago, where the last hour of the day comes twice',
    zone: 'America/Santiago',
    days: ['2026-04-04T03:00:00.000Z', '2026-04-05T04:00:00.000Z', '2026-04-06T04:00:00.000Z'],
    weekBegins: '2026-04-06T04:00:00.000Z',
  },
  {
    name: 'spring forward in Cairo, whose midnight on that Friday does not exist',
    zone: 'Africa/Cairo',
    days: ['2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z', '2026-04-25T21:00:00.000Z'],
    weekBegins: '2026-04-26T21:00:00.000Z',
  },
] as const;

describe.each(Object.entries(Object.groupBy(zones, ({ zone }) => zone)))('tasks in %s', (zone, changes) => {
  let world: World;
  const { at, paid, streakDay, shown } = on({ world: () => world });
  beforeAll(async () => {
    world = await createWorld({ environment: { PLATFORM_TIME_ZONE: zone } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each(changes)('turn every day once: $name', async ({ days: [first, second, third] }) => {
    at(before(first));
    const fan = await world.given.fan();
    const daily = await givenTask(world, { ...trusted, period: 'daily' });
    expect(await paid(fan, daily, before(first))).toBe(20);
    expect(await shown(fan, daily, before(first))).toMatchObject({ state: 'awarded', resetsAt: first });
    expect(await paid(fan, daily, first)).toBe(20);
    expect(await shown(fan, daily, first)).toMatchObject({ state: 'awarded', resetsAt: second });
    expect(await paid(fan, daily, before(second))).toBe('TASK_ALREADY_AWARDED');
    expect(await paid(fan, daily, second)).toBe(20);
    expect(await paid(fan, daily, before(third))).toBe('TASK_ALREADY_AWARDED');
    expect(await shown(fan, daily, third)).toMatchObject({ state: 'available' });
    expect(await balanceOf(world, fan)).toBe(60);
  });

  it.each(changes)('turn every week once: $name', async ({ weekBegins }) => {
    at(before(weekBegins));
    const fan = await world.given.fan();
    const weekly = await givenTask(world, { ...trusted, period: 'weekly' });
    expect(await paid(fan, weekly, before(weekBegins))).toBe(20);
    expect(await shown(fan, weekly, before(weekBegins))).toMatchObject({ state: 'awarded', resetsAt: weekBegins });
    expect(await paid(fan, weekly, weekBegins)).toBe(20);
    const day = 24 * 60 * 60 * 1000;
    const sixDaysLater = new Date(Date.parse(weekBegins) + 6 * day).toISOString();
    expect(await paid(fan, weekly, sixDaysLater)).toBe('TASK_ALREADY_AWARDED');
  });

  it.each(changes)('keep a streak over the day of the change: $name', async ({ days: [first, second, third] }) => {
    at(before(first));
    const fan = await world.given.fan();
    const checkIn = await givenCheckIn(world);
    expect(await streakDay(fan, checkIn, before(first))).toBe(1);
    expect(await streakDay(fan, checkIn, before(second))).toBe(2);
    expect(await streakDay(fan, checkIn, second)).toBe(3);
    expect(await streakDay(fan, checkIn, before(third))).toBe('TASK_ALREADY_AWARDED');
    expect(await streakDay(fan, checkIn, third)).toBe(4);
  });

  it.each(changes)('begin a streak again when that very day was missed: $name', async ({ days: [first, second] }) => {
    at(before(first));
    const fan = await world.given.fan();
    const checkIn = await givenCheckIn(world);
    expect(await streakDay(fan, checkIn, before(first))).toBe(1);
    expect(await streakDay(fan, checkIn, second)).toBe(1);
  });
});

describe('tasks at the platform’s midnight', () => {
  let world: World;
  const { at, paid, shown, streakDay } = on({ world: () => world });
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Prolongs the sign-in, which lasts shorter than a calendar. */
  async function staySignedIn({ id }: TestFan): Promise<void> {
    for (const table of ['session', 'sign_in']) {
      await world.ownerPool.query(
        `UPDATE ${table} SET expires_at = expires_at + interval '60 days' WHERE fan_id = $1`,
        [id],
      );
    }
  }

  it('turn with the ISO week, also where the year ends within it', async () => {
    at('2026-12-27T16:00:00.000Z');
    const fan = await world.given.fan();
    const weekly = await givenTask(world, { ...trusted, period: 'weekly' });
    // In Taipei 2026-W53 runs from Monday 28 December to Sunday 3 January.
    expect(await paid(fan, weekly, '2026-12-27T16:00:00.000Z')).toBe(20);
    expect(await paid(fan, weekly, '2026-12-31T16:00:00.000Z')).toBe('TASK_ALREADY_AWARDED');
    expect(await paid(fan, weekly, '2027-01-03T15:59:59.999Z')).toBe('TASK_ALREADY_AWARDED');
    expect(await shown(fan, weekly, '2027-01-03T15:59:59.999Z')).toMatchObject({
      resetsAt: '2027-01-03T16:00:00.000Z',
    });
    expect(await paid(fan, weekly, '2027-01-03T16:00:00.000Z')).toBe(20);
  });

  it('never pays a task that is done once again, in any year', async () => {
    at('2026-12-31T15:59:59.999Z');
    const fan = await world.given.fan();
    const once = await givenTask(world, trusted);
    expect(await paid(fan, once, '2026-12-31T15:59:59.999Z')).toBe(20);
    expect(await paid(fan, once, '2026-12-31T16:00:00.000Z')).toBe('TASK_ALREADY_AWARDED');
    expect(await paid(fan, once, '2027-01-29T16:00:00.000Z')).toBe('TASK_ALREADY_AWARDED');
    expect(await shown(fan, once, '2027-01-29T16:00:00.000Z')).not.toHaveProperty('resetsAt');
  });

  it('opens and ends to the millisecond', async () => {
    const [opensAt, endsAt] = ['2026-06-01T04:00:00.000Z', '2026-06-01T05:00:00.000Z'] as const;
    at(before(opensAt));
    const window = { ...trusted, opensAt: new Date(opensAt), endsAt: new Date(endsAt) };
    const [early, first, last, late] = await Promise.all(Array.from({ length: 4 }, () => world.given.fan()));
    if (!early || !first || !last || !late) throw new Error('Four fans were asked for');
    const taskId = await givenTask(world, window);
    expect(await shown(early, taskId, before(opensAt))).toMatchObject({ state: 'stayTuned', opensAt, endsAt });
    expect(await paid(early, taskId, before(opensAt))).toBe('TASK_NOT_OPEN');
    expect(await shown(first, taskId, opensAt)).toMatchObject({ state: 'available' });
    expect(await paid(first, taskId, opensAt)).toBe(20);
    expect(await paid(last, taskId, before(endsAt))).toBe(20);
    expect(await shown(late, taskId, endsAt)).toBeUndefined();
    expect(await paid(late, taskId, endsAt)).toBe('TASK_ENDED');
  });

  it('counts a visit by the day in which it began, so one over midnight begins again', async () => {
    at('2026-06-02T15:59:50.000Z');
    const fan = await world.given.fan();
    const taskId = await givenTask(world, { period: 'daily', dwellSeconds: 15 });
    await world.call('POST /task/api/v1/taskItem/confirmView', { fan, body: { taskId } });
    expect(await paid(fan, taskId, '2026-06-02T16:00:05.000Z')).toBe('TASK_NOT_DONE');
    await world.call('POST /task/api/v1/taskItem/confirmView', { fan, body: { taskId } });
    expect(await paid(fan, taskId, '2026-06-02T16:00:19.999Z')).toBe('TASK_VISIT_TOO_SHORT');
    expect(await paid(fan, taskId, '2026-06-02T16:00:20.000Z')).toBe(20);
  });

  it('keeps a calendar of five weeks of check-ins, Monday first, by the platform’s days', async () => {
    at('2026-10-24T16:00:00.000Z');
    const fan = await world.given.fan();
    await staySignedIn(fan);
    const checkIn = await givenCheckIn(world);
    // Sunday 25 October is before the Monday on which the five weeks of Wednesday 25 November begin.
    for (const day of ['2026-10-24T16:00:00.000Z', '2026-10-25T16:00:00.000Z', '2026-11-24T15:59:59.999Z']) {
      await streakDay(fan, checkIn, day);
    }
    expect(await shown(fan, checkIn, '2026-11-24T16:00:00.000Z')).toMatchObject({
      calendar: { today: '2026-11-25', claimed: ['2026-10-26', '2026-11-24'] },
    });
    expect(await streakDay(fan, checkIn, '2026-11-24T16:00:00.000Z')).toBe(2);
    expect((await shown(fan, checkIn, '2026-11-25T15:59:59.999Z'))?.calendar?.claimed).toEqual([
      '2026-10-26',
      '2026-11-24',
      '2026-11-25',
    ]);
    expect((await shown(await world.given.fan(), checkIn, '2026-11-24T16:00:00.000Z'))?.calendar?.claimed).toEqual([]);
  });
});
