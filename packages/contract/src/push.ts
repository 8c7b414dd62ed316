import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { instant } from './primitives.ts';
import { expectation } from './wording.ts';
import { zoneName } from './zoned-date.ts';

/** Bytes in base64url without padding. */
const bytes = (characters: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`));

/** The zone of a browser, by its canonical name: the server caches date formats for each name. */
export const timeZone = z
  .string()
  .max(64, { abort: true })
  .overwrite((given) => zoneName(given) ?? '')
  .min(1, expectation({ en_US: 'an IANA time zone', zh_TW: 'IANA 時區' }));

const pushSettings = z.object({
  /** The key that a browser subscribes with (`applicationServerKey`), in base64url. */
  publicKey: z.string(),
  /** The caller's browser gets pushes. */
  isOn: z.boolean(),
  /** The fan wants them between 22:00 and 08:00 as well. */
  atNight: z.boolean(),
});

/** A row of the data export. */
export const pushRecord = z.object({
  /** The push service of the browser. */
  service: z.string(),
  timeZone: z.string(),
  atNight: z.boolean(),
  subscribedAt: instant,
});

/**
 * Web Push: notices of topics come to browsers as well, at most three a day, and those of the night at 08:00 of the fan's zone.
 * The specification has none of it.
 */
export const pushEndpoints = {
  'GET /wallet/api/v1/push/getSettings': {
    summary: 'Whether the caller’s browser gets pushes, and the key to subscribe with.',
    auth: 'fan',
    safe: true,
    data: pushSettings,
    errors: [],
  },
  'POST /wallet/api/v1/push/subscribe': {
    summary:
      'Turns pushes on for the caller’s browser by its subscription. A browser has one, and a fan ten at most: ' +
      'an eleventh replaces the oldest. They end with the sign-in.',
    auth: 'fan',
    body: z.object({
      endpoint: z.url().max(1000),
      p256dh: bytes(87),
      auth: bytes(22),
      /** By whose clock it is night. */
      timeZone,
    }),
    data: pushSettings,
    errors: ['PUSH_SERVICE_UNKNOWN'],
  },
  'POST /wallet/api/v1/push/unsubscribe': {
    summary: 'Turns pushes off for the caller’s browser; a repeat changes nothing.',
    auth: 'fan',
    data: pushSettings,
    errors: [],
  },
  'POST /wallet/api/v1/push/setAtNight': {
    summary: 'Lets pushes come at night, or not. Without pushes it changes nothing.',
    auth: 'fan',
    body: z.object({ atNight: z.boolean() }),
    data: pushSettings,
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
