import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { amount, id, instant, page, pageOf } from './primitives.ts';
import { activityState } from './votes.ts';

/** Idols on a ballot. The first idol gets this many points, the last one gets one. */
const ballotSize = 7;

/** A calendar date in the poll's time zone, as `2026-11-21`. */
const day = z.iso.date();

/** The part of a ballot that every response contains. Idols are in the fan's order. */
const ballot = z.object({
  ballotId: z.string(),
  day,
  castAt: instant,
  idolIds: z.array(z.string()).length(ballotSize),
});

/** One idol's result, ranked by points, then first places, then the lower idol number, so that ranks are unique. */
const best7Standing = z.object({
  idolId: z.string(),
  rank: z.int().positive(),
  points: amount,
  /** The number of ballots that rank her first. */
  firstPlaces: amount,
});

/** The time at which the caller may cast another ballot; null if that is now, or if the poll has no further day. */
const nextBallotAt = instant.nullable();

/** One of a fan's ballots, with names and faces. */
export const best7Record = z.object({
  ballotId: z.string(),
  activityId: z.string(),
  day,
  castAt: instant,
  places: z.array(
    z.object({
      place: z.int().min(1).max(ballotSize),
      points: z.int().min(1).max(ballotSize),
      idolId: z.string(),
      idolName: z.string(),
      /** She no longer takes part in the activity. */
      isWithdrawn: z.boolean(),
      portraitUrl: z.string(),
    }),
  ),
});

/** Best 7: polls in which a fan names seven idols in order, once a day, for seven points down to one. */
export const best7Endpoints = {
  'GET /activity/api/v1/vote/best7': {
    summary:
      'The Best 7 poll of an activity, or else the most current one: ' +
      'its window, the results so far, and the caller’s ballot of today and latest ballot. ' +
      'At most a second old.',
    auth: 'optional',
    safe: true,
    query: z.object({ activityId: id.optional() }),
    data: z.object({
      /** Null when the poll does not exist. */
      poll: z
        .object({
          activityId: z.string(),
          /** `closing` lasts until no ballot received in time can still be in flight. */
          state: activityState,
          opensAt: instant,
          closesAt: instant,
          /** IANA name. A ballot belongs to the local day on which it is received. */
          timeZone: z.string(),
          ballots: amount,
          results: z.array(best7Standing),
          /** Null for anonymous callers. */
          mine: z.object({ today: ballot.nullable(), last: ballot.nullable(), nextBallotAt }).nullable(),
        })
        .nullable(),
    }),
    errors: [],
  },
  'POST /activity/api/v1/vote/doBest7Vote': {
    summary:
      'Casts the caller’s ballot of today: seven different idols of the activity, in order. ' +
      'It is free and final, and the time the server received it counts. ' +
      'Without an activity it goes to the most current poll.',
    auth: 'fan',
    idempotency: 'required',
    body: z.object({ activityId: id.optional(), idolIds: z.array(id).length(ballotSize) }),
    data: ballot.extend({ activityId: z.string(), nextBallotAt }),
    errors: [
      'BEST7_POLL_NOT_FOUND',
      'BEST7_NOT_OPEN',
      'BEST7_ENDED',
      'BEST7_IDOL_TWICE',
      'BEST7_IDOL_UNKNOWN',
      'IDOL_WITHDRAWN',
      'BEST7_ALREADY_CAST',
    ],
  },
  'GET /activity/api/v1/vote/best7Records': {
    summary: 'The caller’s Best 7 ballots, newest first.',
    auth: 'fan',
    safe: true,
    query: page.extend({ activityId: id.optional() }),
    data: pageOf(best7Record),
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
