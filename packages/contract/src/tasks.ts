import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { accountId, amount, id, instant } from './primitives.ts';
import { taskKinds } from './task-types.ts';

/** The tabs of the task page, in their order. The page puts "all task" before them. */
export const taskTabs = [
  'visitingTasks',
  'luckyTasks',
  'supportTasks',
  'promotionalTasks',
  'bindTasks',
  'twitterTasks',
  'discordTasks',
] as const;

export const taskState = z.enum(['stayTuned', 'unlicensed', 'available', 'completed', 'awarded']);

/**
 * The reason why a task cannot be done or claimed now: a missing requirement (`unlicensed`), a spent budget or refused
 * reward (`stayTuned`), or a reward under review (`completed`).
 */
export const taskNotice = z.object({
  reason: z.enum(['bindTwitter', 'bindDiscord', 'level', 'accountAge', 'region', 'soldOut', 'held', 'refused']),
  /** In the caller's language; names what is missing. */
  text: z.string(),
});

/** The event that a task waits for: a review of the submission, or the form site's confirmation. */
const taskAwaits = z.enum(['review', 'confirmation']);

/** Ordinary visits have one `page` link; search-link tasks have the three labelled ones. */
export const linkType = z.enum(['page', 'rankSearch', 'homepage', 'channel']);

const taskLink = z.object({
  linkType,
  label: z.string(),
  url: z.string(),
  viewed: z.boolean(),
  /** The end of the dwell time of this viewed link. */
  doneAt: instant.optional(),
});

/** A check-in streak: `day` of `rewards.length` is the next (or, when claimed today, the last) day claimed. */
const streak = z.object({ day: z.int().min(1), rewards: z.array(amount), claimedToday: z.boolean() });

/** The days of the platform on which a check-in was claimed, from the Monday four weeks before this one's on. */
const checkInCalendar = z.object({ today: z.iso.date(), claimed: z.array(z.iso.date()) });

export const task = z.object({
  taskId: z.string(),
  typeId: z.int(),
  /** The action of the task, derived from the type id. */
  kind: z.enum(taskKinds),
  tab: z.enum(taskTabs),
  title: z.string(),
  description: z.string(),
  reward: amount,
  period: z.enum(['once', 'daily', 'weekly']),
  state: taskState,
  notice: taskNotice.optional(),
  /** The fan's part is done; the task stays `available` until a reviewer or provider acts. */
  awaits: taskAwaits.optional(),
  links: z.array(taskLink).optional(),
  /** The minimum duration of a visit before it can be claimed, measured by the server. */
  dwellSeconds: z.int().nonnegative().optional(),
  /** The time at which the running visit becomes claimable. */
  claimableAt: instant.optional(),
  progress: z.object({ done: z.int(), total: z.int() }).optional(),
  /** Points that invited friends will bring once they vote, in addition to the reward of an invite task. */
  pendingPoints: amount.optional(),
  streak: streak.optional(),
  calendar: checkInCalendar.optional(),
  /** The election it is about. */
  activityId: z.string().optional(),
  opensAt: instant.optional(),
  endsAt: instant.optional(),
  /** The time at which a daily or weekly task resets, unless it ends earlier. */
  resetsAt: instant.optional(),
});

const tabKey = z.enum(taskTabs);

/** The obstacles to a fan's open task: its budget, a requirement, a claim under review. */
export const obstacleErrors = [
  'TASK_SOLD_OUT',
  'TASK_ACCOUNT_TOO_NEW',
  'TASK_LEVEL_TOO_LOW',
  'TASK_REGION_CLOSED',
  'CLAIM_HELD',
  'CLAIM_REFUSED',
] as const;

const standingErrors = ['TASK_ALREADY_AWARDED', ...obstacleErrors] as const;

export const taskEndpoints = {
  'POST /task/api/v1/task/getTasksList': {
    summary: 'Tasks by tab; a tab without tasks is absent.',
    auth: 'optional',
    safe: true,
    body: z.object({ accountId: accountId.optional() }).default({}),
    data: z.partialRecord(tabKey, z.array(task)),
    errors: [],
  },
  'POST /task/api/v1/taskItem/confirmView': {
    summary: 'Starts a visit to a link. The reward can be claimed once the dwell time has passed on the server.',
    auth: 'fan',
    body: z.object({ taskId: id, linkType: linkType.default('page') }),
    data: z.object({ taskId: z.string(), linkType, viewedAt: instant, claimableAt: instant, dwellSeconds: z.int() }),
    errors: ['TASK_NOT_FOUND', 'TASK_NOT_OPEN', 'TASK_ENDED', 'TASK_LINK_UNKNOWN', ...standingErrors],
  },
  'POST /task/api/v1/task/completeAndClaimPoint': {
    summary:
      'Pays the reward of a completed task, once per task and period. ' +
      'A claim that looks automated or shared is held for review instead.',
    auth: 'fan',
    idempotency: 'optional',
    body: z.object({ taskId: id }),
    data: z.object({
      taskId: z.string(),
      points: amount,
      pointsLeft: amount,
      /** A `held` claim counts towards limits but is not credited yet; `notice` gives the reason. */
      state: z.enum(['awarded', 'held']),
      notice: taskNotice.optional(),
      streak: streak.optional(),
    }),
    errors: [
      'TASK_NOT_FOUND',
      'TASK_NOT_OPEN',
      'TASK_ENDED',
      'TASK_NOT_DONE',
      'TASK_VISIT_TOO_SHORT',
      ...standingErrors,
      'CLAIM_FAN_LIMIT',
      'CLAIM_DEVICE_LIMIT',
      'CLAIM_NETWORK_LIMIT',
      'SOCIAL_NOT_BOUND',
      'SOCIAL_UNAVAILABLE',
      'SOCIAL_ACCESS_LOST',
      'SOCIAL_ACCOUNT_REWARDED',
      'SOCIAL_ACTION_NOT_SEEN',
    ],
  },
} as const satisfies Record<Route, Endpoint>;
