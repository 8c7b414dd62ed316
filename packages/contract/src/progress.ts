import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { amount, badge, badgeId, instant } from './primitives.ts';

/** The days that the streak shows, today last. */
const shownDays = 28;

/** What a level takes: how much the fan has, and from how much the next level begins. */
const towards = z.object({ count: amount, next: z.int().positive() });

const progress = z.object({
  /** The current day of the platform. */
  today: z.iso.date(),
  level: z.object({
    level: z.int().positive(),
    /** Days with a vote that counts, however many votes. */
    voteDays: towards,
    /** Tasks done, at most three of a day. */
    tasks: towards,
  }),
  streak: z.object({
    /** Days in a row up to today; up to yesterday while today is missing. */
    current: amount,
    longest: amount,
    /** Whether today is one of them already. */
    countsToday: z.boolean(),
    /** Yesterday, if it can be mended now; null otherwise. */
    mendable: z.iso.date().nullable(),
    /** From when the fan can mend again: the first of the next month after a mend in this one, else today. */
    mendsFrom: z.iso.date(),
    days: z
      .array(z.object({ day: z.iso.date(), kind: z.enum(['voted', 'task', 'mended', 'missed']) }))
      .length(shownDays),
  }),
  /** Totals of all time. */
  numbers: z.object({ votes: amount, places: amount, tasks: amount, days: amount }),
  badges: z.array(
    badge.extend({
      /** The day on which its rule was met first; null until then. */
      earnedOn: z.iso.date().nullable(),
      /** Whether others see it beside the fan’s name; at most one is shown. */
      isShown: z.boolean(),
    }),
  ),
});

/** A row of the data export. */
export const fanDayRecord = z.object({
  day: z.iso.date(),
  votes: amount,
  tasks: amount,
  places: amount,
  atNight: z.boolean(),
  mendedAt: instant.nullable(),
});

/**
 * Levels, streaks and badges, by rules that money does not move:
 * - Level n takes n(n-1)/2 days with a vote that counts, and n(n-1) tasks, of which three a day count.
 * - A day is in the streak if a vote that counts or a task was done on it, by the platform's calendar.
 * - A fan can mend yesterday if the day before is in a streak, once a calendar month. A mended day counts for the streak only.
 * - Badges are earned on the day on which their rule is met first: a vote; a task; 7 and 30 days in a row; 100 days with a
 *   vote; lifting an idol on 3 days; a vote from 02:00 to 04:59; a vote and three tasks on one day; 100 tasks that count;
 *   level 10.
 * Votes that are set aside count, once released, for the day on which they were cast.
 */
export const progressEndpoints = {
  'GET /activity/api/v1/progress/getProgress': {
    summary: 'The level, streak, totals and badges of the caller.',
    auth: 'fan',
    safe: true,
    data: progress,
    errors: [],
  },
  'POST /activity/api/v1/progress/mendStreak': {
    summary:
      'Mends yesterday, once a calendar month. A repeat on the same day changes nothing and gets the same answer.',
    auth: 'fan',
    body: z.object({}),
    data: progress,
    errors: ['STREAK_NOT_BROKEN', 'STREAK_MENDED_THIS_MONTH'],
  },
  'POST /activity/api/v1/progress/showBadge': {
    summary:
      'Shows an earned badge beside the caller’s name instead of the one before, or none. A repeat changes nothing.',
    auth: 'fan',
    body: z.object({ badgeId: badgeId.nullable() }),
    data: progress,
    errors: ['BADGE_NOT_EARNED'],
  },
} as const satisfies Record<Route, Endpoint>;
