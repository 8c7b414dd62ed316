import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { amount, id, instant, page, pageOf } from './primitives.ts';
import { activityState, idol, ranking, team } from './votes.ts';

/** The screens with banners. */
export const bannerTypes = ['home', 'task', 'activity', 'mall'] as const;

const bannerType = z.enum(bannerTypes);

const banner = z.object({
  bannerId: z.string(),
  type: bannerType,
  title: z.string(),
  text: z.string(),
  pictureUrl: z.string(),
  /** A path of the app, or an https address, which opens in a new tab. */
  link: z.string(),
  opensAt: instant.optional(),
  endsAt: instant.optional(),
});

const activityTime = z.object({
  activityId: z.string(),
  state: activityState,
  opensAt: instant,
  closesAt: instant,
  /** IANA name; daily limits reset at its midnight. */
  timeZone: z.string(),
  /** The server's clock when it answered, for countdowns. */
  serverTime: instant,
});

const activityInfo = activityTime.extend({
  title: z.string(),
  subtitle: z.string(),
  coverUrl: z.string(),
  /** Paths of the app: where to take part or see the final result, and where the rules are. */
  link: z.string(),
  rulesLink: z.string(),
});

const searchLink = z.object({ label: z.string(), url: z.string() });

/** One occurrence of a task that the caller took part in. */
const participateRecord = z.object({
  taskId: z.string(),
  title: z.string(),
  period: z.enum(['once', 'daily', 'weekly']),
  /** `once`, a day as `2026-11-21`, an ISO week as `2026-W47` by the platform's calendar, or a round of riddles. */
  occurrence: z.string(),
  /** `started` can still be completed; `held` awaits review; `lapsed` was not completed in time. */
  state: z.enum(['started', 'held', 'awarded', 'refused', 'lapsed']),
  /** The reward paid, or the one that would have been. */
  points: amount,
  participatedAt: instant,
});

const periods = z.object({ periods: id });
const someActivity = z.object({ activityId: id.optional() }).default({});

/** Calls of the screens around tasks, elections and idols, beside what is done there. */
export const taskContentEndpoints = {
  'POST /task/api/v1/taskItem/getBanner': {
    summary: 'A screen’s current banners, in the order of the content pack.',
    auth: 'public',
    safe: true,
    body: z.object({ type: bannerType }),
    data: z.array(banner),
    errors: [],
  },
  'POST /task/api/v1/taskItem/getActivitiesTime': {
    summary: 'When a task is open, and the election it belongs to.',
    auth: 'public',
    safe: true,
    body: z.object({ taskId: id }),
    data: z.object({
      taskId: z.string(),
      opensAt: instant.nullable(),
      endsAt: instant.nullable(),
      /** IANA name of the platform's time zone; daily and weekly tasks reset at its midnight. */
      timeZone: z.string(),
      serverTime: instant,
      activity: activityInfo.nullable(),
    }),
    errors: ['TASK_NOT_FOUND'],
  },
  /** For host apps; the web's screens learn an election's times from `vote/activity`. */
  'POST /task/api/v1/taskItem/getActivityTime': {
    summary: 'When an election opens and closes.',
    auth: 'public',
    safe: true,
    body: periods,
    data: activityTime,
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  /** For host apps; the web's task sheets get the same election from `getActivitiesTime`. */
  'POST /task/api/v1/taskItem/getActivityInfo': {
    summary: 'A short description of an election, with links to it and to its rules.',
    auth: 'public',
    safe: true,
    body: periods,
    data: activityInfo,
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'POST /task/api/v1/taskItem/getActivityParticipateRecords': {
    summary: 'The tasks that the caller took part in, each occurrence once, newest first.',
    auth: 'fan',
    safe: true,
    body: page.extend({ pageSize: page.shape.pageSize.default(1000) }).default({ pageNum: 1, pageSize: 1000 }),
    data: pageOf(participateRecord),
    errors: [],
  },
  /** For host apps; the web's task list carries the links with each task. */
  'POST /task/api/v1/taskItem/getRankingLinks': {
    summary: 'The three links of a search-link task, once it has opened.',
    auth: 'public',
    safe: true,
    body: z.object({ taskId: id }),
    data: z.object({ taskId: z.string(), rankSearch: searchLink, homepage: searchLink, channel: searchLink }),
    errors: ['TASK_NOT_FOUND', 'TASK_NOT_OPEN', 'TASK_ENDED', 'TASK_WITHOUT_SEARCH_LINKS'],
  },
  'POST /task/api/v1/idolManagement/getSearchIdolOptions': {
    summary: 'The search options for idols; of the current election unless another is given.',
    auth: 'public',
    safe: true,
    body: someActivity,
    data: z.object({
      activityId: z.string(),
      teams: z.array(team.omit({ votes: true })),
      /** The numbers that idols wear, ascending. */
      numbers: z.array(z.int().positive()),
      sorts: z.array(z.enum(['rank', 'number', 'name'])),
    }),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'POST /task/api/v1/idolManagement/getTop16Ranking': {
    summary: 'The top sixteen of the current election unless another is given; at most a second old.',
    auth: 'public',
    safe: true,
    body: someActivity,
    data: ranking.omit({ list: true, left: true, version: true }).extend({
      title: z.string(),
      list: z.array(idol.omit({ profile: true })).max(16),
    }),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
} as const satisfies Record<Route, Endpoint>;
