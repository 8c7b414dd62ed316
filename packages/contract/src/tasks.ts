import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { accountId, amount, id, instant } from './primitives.ts';

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

/** Ordinary visits have one `page` link; search-link tasks have the three labelled ones. */
export const linkType = z.enum(['page', 'rankSearch', 'homepage', 'channel']);

const taskLink = z.object({ linkType, label: z.string(), url: z.string(), viewed: z.boolean() });

/** A check-in streak: `day` of `rewards.length` is the next (or, when claimed today, the last) day claimed. */
const streak = z.object({ day: z.int().min(1), rewards: z.array(amount), claimedToday: z.boolean() });

export const task = z.object({
  taskId: z.string(),
  typeId: z.int(),
  tab: z.enum(taskTabs),
  title: z.string(),
  description: z.string(),
  reward: amount,
  period: z.enum(['once', 'daily', 'weekly']),
  state: taskState,
  links: z.array(taskLink).optional(),
  /** How long a visit must last before it can be claimed, measured by the server. */
  dwellSeconds: z.int().nonnegative().optional(),
  /** When the running visit becomes claimable. */
  claimableAt: instant.optional(),
  progress: z.object({ done: z.int(), total: z.int() }).optional(),
  streak: streak.optional(),
  opensAt: instant.optional(),
  endsAt: instant.optional(),
  /** When a daily or weekly task that was awarded can be done again. */
  resetsAt: instant.optional(),
});

const tabKey = z.enum(taskTabs);

export const taskEndpoints = {
  'POST /task/api/v1/task/getTasksList': {
    summary: 'Tasks by tab; a tab without tasks is absent.',
    auth: 'optional',
    body: z.object({ accountId: accountId.optional() }).default({}),
    data: z.partialRecord(tabKey, z.array(task)),
    errors: [],
  },
  'POST /task/api/v1/taskItem/confirmView': {
    summary: 'Begins the visit of a link. The claim opens when the dwell time has passed on the server.',
    auth: 'fan',
    body: z.object({ taskId: id, linkType: linkType.default('page') }),
    data: z.object({ taskId: z.string(), linkType, viewedAt: instant, claimableAt: instant, dwellSeconds: z.int() }),
    errors: ['TASK_NOT_FOUND', 'TASK_NOT_OPEN', 'TASK_ENDED', 'TASK_ALREADY_AWARDED', 'TASK_LINK_UNKNOWN'],
  },
  'POST /task/api/v1/task/completeAndClaimPoint': {
    summary: 'Pays the reward of a task that is really done: once per task and period.',
    auth: 'fan',
    movesValue: true,
    body: z.object({ taskId: id }),
    data: z.object({
      taskId: z.string(),
      points: amount,
      pointsLeft: amount,
      state: z.literal('awarded'),
      streak: streak.optional(),
    }),
    errors: [
      'TASK_NOT_FOUND',
      'TASK_NOT_OPEN',
      'TASK_ENDED',
      'TASK_NOT_DONE',
      'TASK_VISIT_TOO_SHORT',
      'TASK_ALREADY_AWARDED',
    ],
  },
} as const satisfies Record<Route, Endpoint>;
