import type { BadgeId, Contract, DataOf } from '@lightstick/contract';
import { addDays } from '#/lib/local-date.ts';
import { badgeOf } from '#/modules/art/index.ts';

export type Progress = DataOf<Contract['GET /activity/api/v1/progress/getProgress']>;

/** A day of the platform on which a fan did something, or that was mended. */
export type FanDay = {
  readonly day: string;
  readonly votes: number;
  readonly tasks: number;
  /** By how many places the votes of the day lifted idols. */
  readonly places: number;
  readonly atNight: boolean;
  readonly mendedAt: Date | null;
};

const shownDays = 28;
/** How many tasks of a day count, so that a fan with more time is not ahead. */
export const mostTasksOfADay = 3;

/** What a fan has by the end of a day. */
type Standing = {
  readonly voteDays: number;
  readonly tasks: number;
  /** The days in a row up to this one. */
  readonly run: number;
  readonly liftDays: number;
};

/** The rule of each badge, asked of every day in turn. */
const badgeRules: Readonly<Record<BadgeId, (now: Standing, day: FanDay) => boolean>> = {
  firstVote: ({ voteDays }) => voteDays > 0,
  firstTask: ({ tasks }) => tasks > 0,
  sevenDays: ({ run }) => run >= 7,
  thirtyDays: ({ run }) => run >= 30,
  hundredDays: ({ voteDays }) => voteDays >= 100,
  lifter: ({ liftDays }) => liftDays >= 3,
  nightOwl: (_, { atNight }) => atNight,
  fullDay: (_, { votes, tasks }) => votes > 0 && tasks >= mostTasksOfADay,
  hundredTasks: ({ tasks }) => tasks >= 100,
  levelTen: ({ voteDays, tasks }) => levelOf(voteDays, tasks) >= 10,
};

/** Returns what a level takes. */
function needsOf(level: number): { readonly voteDays: number; readonly tasks: number } {
  return { voteDays: (level * (level - 1)) / 2, tasks: level * (level - 1) };
}

/** Returns the highest level whose days and tasks the fan has; level 1 needs none. */
export function levelOf(voteDays: number, tasks: number): number {
  let level = 1;
  while (needsOf(level + 1).voteDays <= voteDays && needsOf(level + 1).tasks <= tasks) level += 1;
  return level;
}

/** Computes a fan's progress. `days` is in the order of the days; `shown` is the badge beside the name. */
export function presentProgress(
  days: readonly FanDay[],
  { today, shown }: { readonly today: string; readonly shown: BadgeId | null },
): Progress {
  const { now, longest, earnedOn } = goThrough(days);
  const level = levelOf(now.voteDays, now.tasks);
  const next = needsOf(level + 1);
  return {
    today,
    level: {
      level,
      voteDays: { count: now.voteDays, next: next.voteDays },
      tasks: { count: now.tasks, next: next.tasks },
    },
    streak: streakOf(days, { today, run: now.run, longest }),
    numbers: {
      votes: sumOf(days, 'votes'),
      places: sumOf(days, 'places'),
      tasks: sumOf(days, 'tasks'),
      days: days.filter(({ votes, tasks }) => votes > 0 || tasks > 0).length,
    },
    badges: (Object.keys(badgeRules) as BadgeId[]).map((id) => ({
      ...badgeOf(id),
      earnedOn: earnedOn.get(id) ?? null,
      isShown: id === shown,
    })),
  };
}

const sumOf = (days: readonly FanDay[], field: 'votes' | 'places' | 'tasks'): number =>
  days.reduce((sum, day) => sum + day[field], 0);

/** Goes through the days: what the fan has after the last one, the longest run, and when each badge was earned. */
function goThrough(days: readonly FanDay[]) {
  let now: Standing = { voteDays: 0, tasks: 0, run: 0, liftDays: 0 };
  let longest = 0;
  let before: string | undefined;
  const earnedOn = new Map<BadgeId, string>();
  for (const day of days) {
    now = {
      voteDays: now.voteDays + (day.votes > 0 ? 1 : 0),
      tasks: now.tasks + Math.min(day.tasks, mostTasksOfADay),
      run: before !== undefined && addDays(before, 1) === day.day ? now.run + 1 : 1,
      liftDays: now.liftDays + (day.places > 0 ? 1 : 0),
    };
    longest = Math.max(longest, now.run);
    before = day.day;
    for (const [id, isMet] of Object.entries(badgeRules)) {
      const badge = id as BadgeId;
      if (!earnedOn.has(badge) && isMet(now, day)) earnedOn.set(badge, day.day);
    }
  }
  return { now, longest, earnedOn };
}

type Run = { readonly today: string; readonly run: number; readonly longest: number };

function streakOf(days: readonly FanDay[], { today, run, longest }: Run): Progress['streak'] {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const yesterday = addDays(today, -1);
  const last = days.at(-1)?.day;
  const isAlive = last !== undefined && last >= yesterday;
  // A mend is made on the day after the mended one.
  const hasMended = days.some(({ day, mendedAt }) => mendedAt && monthOf(addDays(day, 1)) === monthOf(today));
  const isBroken = !byDay.has(yesterday) && byDay.has(addDays(yesterday, -1));
  return {
    current: isAlive ? run : 0,
    longest,
    countsToday: byDay.has(today),
    mendable: isBroken && !hasMended ? yesterday : null,
    mendsFrom: hasMended ? `${monthOf(addDays(`${monthOf(today)}-01`, 31))}-01` : today,
    days: Array.from({ length: shownDays }, (_, index) => {
      const day = addDays(today, index + 1 - shownDays);
      return { day, kind: kindOf(byDay.get(day)) };
    }),
  };
}

const monthOf = (day: string): string => day.slice(0, 7);

function kindOf(day: FanDay | undefined): Progress['streak']['days'][number]['kind'] {
  if (!day) return 'missed';
  if (day.votes > 0) return 'voted';
  return day.tasks > 0 ? 'task' : 'mended';
}
