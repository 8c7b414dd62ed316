import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { expectation } from './wording.ts';
import { instant } from './primitives.ts';

/** A route from the web app's route table, never text that a user typed into the address bar. */
const screen = z.string().regex(
  /^\/[a-z0-9/-]{0,63}$/,
  expectation({
    en_US: 'a route such as /vote-activity, without a query',
    zh_TW: '路由，例如 /vote-activity，不含查詢參數',
  }),
);

/** The path of an API call or of one of our files, without host and query. */
const path = z
  .string()
  .regex(
    /^\/[\w./-]{0,159}$/,
    expectation({ en_US: 'a path without host and query', zh_TW: '不含主機與查詢參數的路徑' }),
  );

/** Identifiers that code assigns: the class of an error, an id in a content pack. */
const codeName = z
  .string()
  .regex(
    /^[\w.-]{1,64}$/,
    expectation({ en_US: 'letters, digits, dots, dashes and underscores', zh_TW: '字母、數字、點、連字號與底線' }),
  );

/** A rough vote count: the exact one, with the time, would identify the vote in the ledger and so the fan. */
export const voteSize = z.enum(['1', '2-9', '10-49', '50-199', '200+']);

const errorProperties = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('api'), code: z.int(), status: z.int(), path }),
  z.strictObject({
    kind: z.literal('transport'),
    reason: z.enum(['network', 'timeout', 'http']),
    status: z.int().optional(),
    path,
  }),
  /** A part of the app failed to load; `address` is empty when the browser does not report it. */
  z.strictObject({
    kind: z.literal('chunk'),
    type: z.enum(['missing', 'error', 'timeout']),
    address: z.union([z.literal(''), path]),
  }),
  /** Any other error: only its class, because a message may quote user input. */
  z.strictObject({ kind: z.literal('uncaught'), name: codeName }),
]);

const vital = z.strictObject({
  metric: z.enum(['LCP', 'INP', 'CLS', 'TTFB', 'FCP']),
  /** Milliseconds, of CLS a score. */
  value: z.number().min(0).max(600_000),
  rating: z.enum(['good', 'needs-improvement', 'poor']),
});

const common = { screen, at: instant };

/** Measured events. No field names a fan or takes free text. */
export const analyticsEvent = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('screen_view'), ...common, properties: z.strictObject({}) }),
  z.strictObject({ name: z.literal('task'), ...common, properties: z.strictObject({ typeId: z.int() }) }),
  z.strictObject({
    name: z.literal('vote'),
    ...common,
    properties: z.strictObject({ activityId: codeName, size: voteSize }),
  }),
  z.strictObject({ name: z.literal('error'), ...common, properties: errorProperties }),
  z.strictObject({ name: z.literal('web_vital'), ...common, properties: vital }),
]);

export const analyticsEndpoints = {
  'POST /analytics/api/v1/events': {
    summary:
      'Stores anonymous measurements of a tab. Stores nothing for browsers that send `DNT: 1` or `Sec-GPC: ' +
      '1`. The body may also be sent as text/plain, which a beacon of a page can.',
    auth: 'public',
    body: z.strictObject({
      /** Random, made by the tab and forgotten with it; linked to no account. */
      sessionId: z.uuid(),
      deviceType: z.enum(['ANDROID', 'IOS', 'H5']),
      languageType: z.enum(['en_US', 'zh_TW']),
      theme: z.enum(['light', 'dark']),
      /** The build of the web app. */
      version: z.string().regex(/^[\w.-]{1,40}$/),
      events: z.array(analyticsEvent).min(1).max(50),
    }),
    data: z.object({ stored: z.int().nonnegative() }),
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
