import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { id } from './primitives.ts';
import { ranking } from './votes.ts';

/** The position of an event: a delta applies only to the preceding event of the same feed. */
const place = {
  /** The scope of the sequence: one activity's ranking as published by one server process. */
  feed: z.string(),
  sequence: z.int().positive(),
};

/** The whole ranking: the first event of a stream, and after any change in the set of idols. */
const rankingSnapshot = ranking.extend({ kind: z.literal('snapshot'), ...place });

/**
 * Changes since the previous event: `list` has only changed rows, complete, and may be empty. Idols eliminated in earlier
 * rounds are unchanged.
 */
const rankingDelta = ranking.omit({ left: true }).extend({ kind: z.literal('delta'), ...place });

export const rankingEvent = z.discriminatedUnion('kind', [rankingSnapshot, rankingDelta]);

export const voteStreamEndpoints = {
  'GET /activity/api/v1/vote/stream': {
    summary:
      'The ranking as server-sent events: the whole ranking first, then each change. ' +
      'A caller who reconnects with the id of the last event received (`Last-Event-ID`, ' +
      'or `lastEventId` where headers cannot be set) gets the missed changes, ' +
      'or the whole ranking if that is shorter or the changes are no longer kept. ' +
      'An event `beat` without data every 20 seconds shows that the stream is alive.',
    auth: 'public',
    safe: true,
    streams: true,
    query: z.object({ activityId: id, lastEventId: z.string().max(64).optional() }),
    data: rankingEvent,
    errors: ['ACTIVITY_NOT_FOUND'],
  },
} as const satisfies Record<Route, Endpoint>;
