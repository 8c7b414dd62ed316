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
      'The ranking as server-sent events: the whole ranking first, then what alters. A caller who comes back with the id of ' +
      'the last event heard (`Last-Event-ID`, or `lastEventId` where a header cannot be sent) gets what was missed, or ' +
      'the whole ranking where that is shorter or not known any more. Between them an event `beat` without data tells ' +
      'every 20 seconds that the stream lives.',
    auth: 'public',
    streams: true,
    query: z.object({ activityId: id, lastEventId: z.string().max(64).optional() }),
    data: rankingEvent,
    errors: ['ACTIVITY_NOT_FOUND'],
  },
} as const satisfies Record<Route, Endpoint>;
