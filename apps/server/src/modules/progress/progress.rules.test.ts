import { describe, expect, it } from 'vitest';
import { addDays } from '#/lib/local-date.ts';
import { type FanDay, levelOf, presentProgress } from './progress.rules.ts';

const start = '2026-03-01';
const idle: Omit<FanDay, 'day'> = { votes: 0, tasks: 0, places: 0, atNight: false, mendedAt: null };
const on = (offset: number, what: Partial<FanDay> = { votes: 1 }): FanDay => ({
  ...idle,
  day: addDays(start, offset),
  ...what,
});
const row = (length: number, what?: Partial<FanDay>) => Array.from({ length }, (_, offset) => on(offset, what));
const at = (offset: number) => addDays(start, offset);
const earned = (days: readonly FanDay[]) =>
  presentProgress(days, { today: at(0), shown: null }).badges.flatMap(({ id, earnedOn }) =>
    earnedOn === null ? [] : [[id, earnedOn]],
  );

describe('a level', () => {
  it.each([
    [0, 0, 1],
    [1, 1, 1],
    [1, 2, 2],
    [2, 100, 2],
    [3, 6, 3],
    [45, 90, 10],
    [1000, 5, 2],
  ])('of %i days with a vote and %i tasks is %i', (voteDays, tasks, level) => {
    expect(levelOf(voteDays, tasks)).toBe(level);
  });

  it('is not raised by more votes of a day, nor by more than three tasks of it', () => {
    const { level, numbers } = presentProgress([on(0, { votes: 1_000_000, tasks: 40 })], {
      today: at(0),
      shown: null,
    });
    expect(level).toEqual({ level: 2, voteDays: { count: 1, next: 3 }, tasks: { count: 3, next: 6 } });
    expect(numbers).toEqual({ votes: 1_000_000, places: 0, tasks: 40, days: 1 });
  });
});

describe('a streak', () => {
  const streakAt = (days: readonly FanDay[], offset: number) =>
    presentProgress(days, { today: at(offset), shown: null }).streak;

  it.each([
    ['on its last day', 2, { current: 3, countsToday: true, mendable: null }],
    ['on the day after', 3, { current: 3, countsToday: false, mendable: null }],
    ['after a missed day', 4, { current: 0, countsToday: false, mendable: at(3) }],
    ['after two missed days', 5, { current: 0, countsToday: false, mendable: null }],
  ])('of three days %s', (_, offset, expected) => {
    expect(streakAt(row(3), offset)).toMatchObject({ ...expected, longest: 3 });
  });

  it('can still be mended after today’s vote, and is as long as if nothing was missed then', () => {
    expect(streakAt([...row(3), on(4)], 4)).toMatchObject({ current: 1, mendable: at(3) });
    const mended = on(3, { mendedAt: new Date() });
    expect(streakAt([...row(3), mended, on(4)], 4)).toMatchObject({ current: 5, longest: 5, mendsFrom: '2026-04-01' });
  });

  it.each([
    ['in the same month', 28, null],
    ['on the first of the next month', 31, at(30)],
  ])('that was mended once %s', (_, offset, mendable) => {
    const days = [on(0), on(1, { mendedAt: new Date() }), on(offset - 2)];
    expect(streakAt(days, offset).mendable).toBe(mendable);
  });

  it('shows 28 days, today last', () => {
    const { days } = streakAt([on(0), on(1, { tasks: 1 }), on(2, { mendedAt: new Date() })], 3);
    expect(days).toHaveLength(28);
    expect(days.slice(-4).map(({ kind }) => kind)).toEqual(['voted', 'task', 'mended', 'missed']);
  });
});

describe('badges', () => {
  it('are earned on the day on which their rule is met first', () => {
    expect(earned(row(31))).toEqual([
      ['firstVote', at(0)],
      ['sevenDays', at(6)],
      ['thirtyDays', at(29)],
    ]);
    expect(earned([on(0, { tasks: 2 }), on(5, { votes: 1, tasks: 3, atNight: true })])).toEqual([
      ['firstVote', at(5)],
      ['firstTask', at(0)],
      ['nightOwl', at(5)],
      ['fullDay', at(5)],
    ]);
    expect(earned(row(3, { votes: 1, places: 20 }))).toContainEqual(['lifter', at(2)]);
    expect(earned(row(100))).toContainEqual(['hundredDays', at(99)]);
    expect(earned(row(34, { tasks: 3 }))).toContainEqual(['hundredTasks', at(33)]);
    expect(earned(row(45, { votes: 1, tasks: 2 }))).toContainEqual(['levelTen', at(44)]);
  });

  it('are not earned by the votes of one day, however many', () => {
    expect(earned([on(0, { votes: 9_000_000, places: 23 })])).toEqual([['firstVote', at(0)]]);
  });

  it.each([
    [null, []],
    ['firstTask', ['firstTask']],
  ] as const)('say that %j is beside the name, and no other', (shown, expected) => {
    const { badges } = presentProgress([on(0, { votes: 1, tasks: 1 })], { today: at(0), shown });
    expect(badges.flatMap(({ id, isShown }) => (isShown ? [id] : []))).toEqual(expected);
  });
});
