import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkInvariants, readInvariants } from '#/modules/points/invariants.view.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { eraseFan } from '../world/erase-fan.ts';
import { activityId } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenCheckIn } from '../world/given-task.ts';
import { runJobs } from '../world/run-jobs.ts';
import { createWorld, type World } from '../world/world.ts';

const getProgress = 'GET /activity/api/v1/progress/getProgress';
const mendStreak = 'POST /activity/api/v1/progress/mendStreak';
const dayMs = 24 * 60 * 60_000;
/** Noon of March 3rd in Taipei. */
const noon = new Date('2026-03-03T04:00:00.000Z');

let world: World;
let fan: TestFan;
let checkInId: string;
beforeAll(async () => {
  world = await createWorld({ now: noon, environment: { RATE_LIMIT_FACTOR: '1000' } });
  await world.given.election({ opensAt: noon, closesAt: new Date(noon.getTime() + 60 * dayMs), freePerDay: 2 });
  checkInId = await givenCheckIn(world);
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(noon);
  fan = await world.given.fan({ votes: 100 });
});

const progressOf = async (caller = fan) => (await world.call(getProgress, { fan: caller })).data;
const streakOf = async () => (await progressOf()).streak;
const mend = () => world.call(mendStreak, { fan, body: {} });
const vote = async (num = 1, idolId = '1') => {
  const body = { activityId, idolId, num };
  expect((await world.call('POST /activity/api/v1/vote/doVote', { fan, body, key: randomUUID() })).code).toBe(0);
};
const checkIn = async () => {
  const body = { taskId: checkInId };
  expect((await world.call('POST /task/api/v1/task/completeAndClaimPoint', { fan, body })).code).toBe(0);
};
/** Noon of a later day. */
const onDay = (day: number) => world.clock.set(new Date(noon.getTime() + day * dayMs));
const voteOn = async (...days: readonly number[]) => {
  for (const day of days) {
    onDay(day);
    await vote();
  }
};
const count = async () => {
  await world.ownerPool.query(`SELECT graphile_worker.add_job('count-fan-days')`);
  await runJobs(world);
};
const daysKept = async () => {
  const { rows } = await world.ownerPool.query(
    `SELECT day::text, votes::int, tasks, mended_at IS NOT NULL AS mended FROM fan_day WHERE fan_id = $1 ORDER BY day`,
    [fan.id],
  );
  return rows;
};

/** Counts until the transactions of everyone else in the database are over, too. */
const untilKept = (days: readonly unknown[]) =>
  expect
    .poll(async () => {
      await count();
      return daysKept();
    })
    .toEqual(days);

describe('a streak', () => {
  it('begins at nothing and grows by a day with a vote or a check-in', async () => {
    expect(await streakOf()).toMatchObject({ current: 0, longest: 0, countsToday: false, mendable: null });
    await vote(50);
    await vote();
    expect(await streakOf()).toMatchObject({ current: 1, countsToday: true });
    onDay(1);
    await checkIn();
    await voteOn(2);
    const { streak, numbers } = await progressOf();
    expect(streak).toMatchObject({ current: 3, longest: 3, countsToday: true });
    expect(streak.days.slice(-4).map(({ kind }) => kind)).toEqual(['missed', 'voted', 'task', 'voted']);
    expect(numbers).toEqual({ votes: 52, places: 0, tasks: 1, days: 3 });
  });

  it('breaks by a missed day, at the midnight of the platform', async () => {
    world.clock.set(new Date('2026-03-03T15:59:59.999Z'));
    await vote();
    world.clock.set(new Date('2026-03-03T16:00:00.000Z'));
    await vote();
    world.clock.set(new Date('2026-03-05T15:59:59.999Z'));
    expect(await streakOf()).toMatchObject({ current: 2, countsToday: false });
    world.clock.set(new Date('2026-03-05T16:00:00.000Z'));
    expect(await streakOf()).toMatchObject({ current: 0, longest: 2, mendable: '2026-03-05' });
  });

  it('is mended once a month, for the day before alone, and a repeat changes nothing', async () => {
    await voteOn(0, 1);
    onDay(3);
    const mended = await mend();
    expect(mended.data.streak).toMatchObject({ current: 3, longest: 3, mendable: null, mendsFrom: '2026-04-01' });
    const again = await changesNothing(world, mend);
    expect(again.data).toEqual(mended.data);
    await voteOn(3);
    onDay(5);
    expect(await streakOf()).toMatchObject({ current: 0, longest: 4, mendable: null });
    expect(await changesNothing(world, mend)).toMatchObject({ status: 200, refusal: 'STREAK_MENDED_THIS_MONTH' });
  });

  it('is mended again in the next month', async () => {
    await voteOn(24, 26);
    expect((await mend()).data.streak).toMatchObject({ current: 3 });
    await voteOn(27);
    await count();
    // The first of April mends the last day of March.
    onDay(29);
    expect((await streakOf()).mendable).toBe('2026-03-31');
    expect((await mend()).data.streak).toMatchObject({ current: 5, mendsFrom: '2026-05-01' });
  });

  it.each([
    ['without any day', [], 0],
    ['on the day after', [0], 1],
    ['after two missed days', [0], 3],
  ])('has nothing to mend %s, and changes nothing', async (_, days, day) => {
    await voteOn(...days);
    onDay(day);
    expect(await changesNothing(world, mend)).toMatchObject({ status: 200, refusal: 'STREAK_NOT_BROKEN' });
  });

  it('is mended once, however many ask at once', async () => {
    await voteOn(0);
    onDay(2);
    const replies = await Promise.all(Array.from({ length: 40 }, mend));
    expect(replies.every(({ code, data }) => code === 0 && data.streak.current === 2)).toBe(true);
    await count();
    expect((await daysKept()).filter(({ mended }) => mended)).toEqual([
      { day: '2026-03-04', votes: 0, tasks: 0, mended: true },
    ]);
  });

  it('is refused to strangers', async () => {
    await changesNothing(world, async () => {
      expect(await world.call(mendStreak, { body: {} })).toMatchObject({ status: 401 });
    });
  });
});

describe('the days', () => {
  it('are the same before the job has counted them, after it, and when many count at once', async () => {
    await voteOn(0, 1);
    await vote(5, '2');
    await checkIn();
    const before = await progressOf();
    expect(before).toMatchObject({
      level: { level: 1, voteDays: { count: 2, next: 1 }, tasks: { count: 1, next: 2 } },
    });
    await Promise.all([count(), count(), count()]);
    await untilKept([
      { day: '2026-03-03', votes: 1, tasks: 0, mended: false },
      { day: '2026-03-04', votes: 6, tasks: 1, mended: false },
    ]);
    expect(await progressOf()).toEqual(before);
  });

  it('store the level that the rules give, once, however many count at once', async () => {
    const levelKept = async () =>
      (await world.ownerPool.query<{ level: number }>('SELECT level FROM fan_level WHERE fan_id = $1', [fan.id])).rows;
    await vote(50);
    await checkIn();
    await untilKept([{ day: '2026-03-03', votes: 50, tasks: 1, mended: false }]);
    expect(await levelKept()).toEqual([]);
    onDay(1);
    await checkIn();
    expect((await progressOf()).level.level).toBe(2);
    await Promise.all([count(), count(), count()]);
    await untilKept([
      { day: '2026-03-03', votes: 50, tasks: 1, mended: false },
      { day: '2026-03-04', votes: 0, tasks: 1, mended: false },
    ]);
    expect(await levelKept()).toEqual([{ level: 2 }]);
    await count();
    expect(await levelKept()).toEqual([{ level: 2 }]);
  });

  it('know who lifted an idol and who voted at night, and the badges of it', async () => {
    world.clock.set(new Date('2026-03-03T18:30:00.000Z'));
    await vote(90, '3');
    const { numbers, badges } = await progressOf();
    expect(numbers.places).toBeGreaterThan(0);
    const earned = badges.flatMap(({ id, earnedOn }) => (earnedOn === null ? [] : [[id, earnedOn]]));
    expect(earned).toEqual([
      ['firstVote', '2026-03-04'],
      ['nightOwl', '2026-03-04'],
    ]);
  });

  it('keep their rules in the database for every writer', async () => {
    const insert = (day: string, columns = 'mended_at', value = 'now()') =>
      world.pool.query(`INSERT INTO fan_day (fan_id, day, ${columns}) VALUES ($1, $2, ${value})`, [fan.id, day]);
    await insert('2026-03-31');
    await expect(insert('2026-04-29')).rejects.toMatchObject({ constraint: 'fan_day_mended_once_a_month' });
    await expect(insert('2026-03-02', 'votes', '0')).rejects.toMatchObject({ constraint: 'fan_day_has_a_reason' });
    await expect(insert('2026-03-02', 'tasks, places', '1, 1')).rejects.toMatchObject({
      constraint: 'fan_day_lifts_by_votes',
    });
    await world.ownerPool.query('DELETE FROM fan_day WHERE fan_id = $1', [fan.id]);
  });

  it('earn by the invariant of shown badges what they earn by the rules', async () => {
    const invariants = (await readInvariants()).filter(({ name }) => name === 'shown badges are earned');
    const isBroken = async (badge: string) => {
      await world.ownerPool.query(
        `INSERT INTO shown_badge VALUES ($1, $2) ON CONFLICT (fan_id) DO UPDATE SET badge = excluded.badge`,
        [fan.id, badge],
      );
      return (await checkInvariants(world.ownerPool, invariants)).violations.length > 0;
    };
    for (const length of [0, 1, 2, 3, 6, 7, 29, 30, 44, 45, 99, 100]) {
      await world.ownerPool.query('DELETE FROM fan_day WHERE fan_id = $1', [fan.id]);
      await world.ownerPool.query(
        `INSERT INTO fan_day SELECT $1, date '2026-03-03' + n, 1, 2 + (n = 1)::int, 1, n = 1
           FROM generate_series(0, $2::integer - 1) n`,
        [fan.id, length],
      );
      const { badges } = await progressOf();
      const refused: string[] = [];
      for (const { id } of badges) if (await isBroken(id)) refused.push(id);
      expect(refused).toEqual(badges.flatMap(({ id, earnedOn }) => (earnedOn === null ? [id] : [])));
    }
    await world.ownerPool.query('DELETE FROM fan_day WHERE fan_id = $1', [fan.id]);
    await world.ownerPool.query('DELETE FROM shown_badge WHERE fan_id = $1', [fan.id]);
  });

  it('are in the copy of a fan’s data, and go with the fan for good', async () => {
    await vote(3);
    await untilKept([{ day: '2026-03-03', votes: 3, tasks: 0, mended: false }]);
    const copy = await world.call('POST /wallet/api/v1/user/getMyData', { fan, body: {} });
    expect(copy.data.fanDays).toEqual({
      total: 1,
      rows: [{ day: '2026-03-03', votes: 3, tasks: 0, places: expect.any(Number), atNight: false, mendedAt: null }],
    });
    await vote();
    await eraseFan(world, fan);
    await count();
    expect(await daysKept()).toEqual([]);
  });
});
