import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { amount, id, instant } from './primitives.ts';
import { activityState, idol } from './votes.ts';

/** How many idols a fan may follow: the main one and six more. */
const mostFollowed = 7;

/** The idol one place above, and the votes that pass her; a tie does not. */
const nextAbove = idol
  .pick({ idolId: true, name: true, names: true, rank: true })
  .extend({ votesToPass: z.int().positive() });

const followedIdol = idol
  .pick({ idolId: true, name: true, names: true, number: true, teamId: true, portraitUrl: true })
  .extend({
    /** The colour of her team's lights. */
    colour: z.string(),
    followedAt: instant,
    /** Her place in the ranking on show; null where she does not take part and before the opening. */
    standing: z
      .object({
        rank: z.int().positive(),
        votes: amount,
        /** Null for the first of the ranking. */
        above: nextAbove.nullable(),
        /** The votes by which the first of the ranking leads; null for others and without a second. */
        lead: amount.nullable(),
      })
      .nullable(),
  });

const followedIdols = z.object({
  /** The current activity, of which the standings are; null without one. */
  activityId: z.string().nullable(),
  state: activityState.nullable(),
  /** Start of the hidden count; the standings are of that moment. Null while live. */
  frozenAt: instant.nullable(),
  most: z.literal(mostFollowed),
  /** The main idol first. Empty for a fan who follows none. */
  list: z.array(followedIdol).max(mostFollowed),
});

/** A row of the data export. */
export const followedIdolRecord = z.object({ idolId: z.string(), place: z.int().positive(), followedAt: instant });

/**
 * Fans follow idols across elections: a main one ("my idol") and up to six more. Both changes answer the new list, and a
 * repeat changes nothing. The specification has none of it.
 */
export const followingEndpoints = {
  'GET /activity/api/v1/following/getFollowedIdols': {
    summary: 'The idols that the caller follows, the main one first, with their standings in the current activity.',
    auth: 'fan',
    safe: true,
    data: followedIdols,
    errors: [],
  },
  'POST /activity/api/v1/following/follow': {
    summary:
      'Follows an idol, at most seven. The first one becomes the main idol, later ones come last. ' +
      '`asMain` makes her the main idol, also if she is followed already; the others move down.',
    auth: 'fan',
    body: z.object({ idolId: id, asMain: z.boolean().default(false) }),
    data: followedIdols,
    errors: ['IDOL_NOT_FOUND', 'IDOL_WITHDRAWN', 'FOLLOWING_FULL'],
  },
  'POST /activity/api/v1/following/unfollow': {
    summary: 'Stops following an idol. The others move up, so after the main idol the next one becomes it.',
    auth: 'fan',
    body: z.object({ idolId: id }),
    data: followedIdols,
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
