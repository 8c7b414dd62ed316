import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { instant } from './primitives.ts';

const none = z.object({}).default({});

/** A device on which a fan is signed in: a browser or an app. */
export const deviceSession = z.object({
  sessionId: z.uuid(),
  /** The device of this request. */
  current: z.boolean(),
  /** Such as `Chrome`; null in an app, and when unknown. */
  browser: z.string().nullable(),
  /** Such as `Android`; null when unknown. */
  system: z.string().nullable(),
  deviceType: z.enum(['phone', 'tablet', 'computer']).nullable(),
  begunAt: instant,
  /** Accurate to five minutes. */
  lastSeenAt: instant,
});

export const sessionEndpoints = {
  'POST /wallet/api/v1/user/getSessions': {
    summary: 'The devices on which the caller is signed in: this one first, then the most recently active.',
    auth: 'fan',
    safe: true,
    body: none,
    data: z.object({ list: z.array(deviceSession) }),
    errors: [],
  },
  'POST /wallet/api/v1/user/endSession': {
    summary: 'Signs the caller out on one of their devices, within five seconds.',
    auth: 'fan',
    body: z.object({ sessionId: z.uuid() }),
    data: z.object({}),
    errors: ['SESSION_NOT_FOUND'],
  },
  'POST /wallet/api/v1/user/endOtherSessions': {
    summary: 'Signs the caller out on every device but this one.',
    auth: 'fan',
    body: none,
    data: z.object({ ended: z.int() }),
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
