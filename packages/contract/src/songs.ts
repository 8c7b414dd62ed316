import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { amount, count, id, instant, page, pageOf } from './primitives.ts';
import { ticketConversion } from './votes.ts';

/**
 * The phase of a song event. `between` lasts until the final opens and has the finalists once `nominations.isFrozen`;
 * `counting` is between the final's end and its result.
 */
export const songEventState = z.enum(['scheduled', 'nominating', 'between', 'final', 'counting', 'ended']);

const round = z.object({
  opensAt: instant,
  closesAt: instant,
  /** It accepts no votes any more, and its ranks are final. */
  isFrozen: z.boolean(),
});

const titled = z.object({ title: z.string(), text: z.string() });

/**
 * A song event: fans nominate songs, free, once a day each, and vote among the nominated in a final, paid in votes of an
 * election.
 *
 * In both rounds more votes stand first; of equals, the song that reached the count first; of equals in that, the one that
 * stands first in the list. Every song has its own rank. The first `places` of the nominations are in the final.
 */
const songEvent = z.object({
  eventId: z.string(),
  title: z.string(),
  subtitle: z.string(),
  coverUrl: z.string(),
  state: songEventState,
  nominations: round,
  final: round,
  /** The days of both rounds change at its midnight. */
  timeZone: z.string(),
  /** The number of songs that advance to the final. */
  places: z.int().positive(),
  /** A fan's votes in the final per day; null when unlimited. */
  dailyCap: amount.nullable(),
  /** The election whose votes are cast in the final. */
  activityId: z.string(),
  rules: z.array(titled),
  rewards: z.array(titled.extend({ fromRank: z.int().positive(), toRank: z.int().positive() })),
  concert: z
    .object({
      startsAt: instant,
      place: z.string(),
      text: z.string(),
      /** The texts of how the result becomes the list of performed songs. */
      setList: z.array(titled),
    })
    .nullable(),
});

const song = z.object({
  songId: z.string(),
  title: z.string(),
  artist: z.string(),
  year: z.int(),
  /** The length of the song in seconds; the preview is a part of it. */
  seconds: z.int().positive(),
  coverUrl: z.string(),
  previewUrl: z.string(),
  nominations: amount,
  nominationRank: z.int().positive(),
  /** Whether it is a finalist; false until the nominations are frozen. */
  isNominated: z.boolean(),
  /** Votes of the final. */
  votes: amount,
  /** The rank in the final; null for other songs. */
  rank: z.int().positive().nullable(),
});

/** The caller's state in the event. */
const mine = z.object({
  /** The songs nominated on the event's current day. */
  nominatedToday: z.array(z.string()),
  /** The caller's votes in the final, by song. */
  finalVotes: z.array(z.object({ songId: z.string(), votes: amount })),
  /** The caller's available votes. */
  votes: amount,
  /** The rest of the daily limit; null when unlimited. */
  leftToday: amount.nullable(),
  /** The start of the event's next day. */
  resetsAt: instant,
});

/** One of a fan's votes for songs. */
export const songVoteRecord = z.object({
  round: z.enum(['nominations', 'final']),
  recordId: z.string(),
  eventId: z.string(),
  songId: z.string(),
  title: z.string(),
  artist: z.string(),
  coverUrl: z.string(),
  /** Votes; 1 for a nomination. */
  num: amount,
  votedAt: instant,
  /** The ledger transfer of the votes; null for a nomination, which is free. */
  transferId: z.string().nullable(),
});

/** The song event: nominations, the final, and what a fan did in both. */
export const songEndpoints = {
  'GET /activity/api/v1/vote/songList': {
    summary:
      'The current song event with all its songs, finalists first, then by nominations; ' +
      'at most a second old. Without an event the list is empty.',
    auth: 'optional',
    safe: true,
    data: z.object({
      event: songEvent.nullable(),
      songs: z.array(song),
      /** Null for anonymous callers, and without an event. */
      mine: mine.nullable(),
    }),
    errors: [],
  },
  'GET /activity/api/v1/vote/song': {
    summary: 'One song of the current event, with its story and a few lines of lyrics.',
    auth: 'optional',
    safe: true,
    query: z.object({ songId: id }),
    data: z.object({
      event: songEvent,
      song: song.extend({ story: z.string(), lyrics: z.string() }),
      mine: mine.nullable(),
    }),
    errors: ['SONG_NOT_FOUND'],
  },
  'POST /activity/api/v1/vote/doPreSongVote': {
    summary: 'Nominates a song for free, once a day for each song. The time the server received it counts.',
    auth: 'fan',
    idempotency: 'optional',
    body: z.object({ songId: id }),
    data: z.object({
      songId: z.string(),
      nominations: amount,
      rank: z.int().positive(),
      nominatedAt: instant,
      /** The time at which the caller may nominate it again. */
      resetsAt: instant,
    }),
    errors: ['SONG_NOT_FOUND', 'NOMINATIONS_NOT_OPEN', 'NOMINATIONS_ENDED', 'SONG_NOMINATED_TODAY'],
  },
  'POST /activity/api/v1/vote/doSongVote': {
    summary:
      'Votes for a song in the final with votes of the election, and converts tickets for it in the same ' +
      'transaction. The time the server received it counts.',
    auth: 'fan',
    idempotency: 'optional',
    body: z.object({
      songId: id,
      num: count.max(1_000_000),
      /**
       * Tickets of the election to turn into votes first, and the votes that the caller was shown for them. When the price
       * has changed, or the vote is refused, nothing is converted.
       */
      conversion: ticketConversion.optional(),
    }),
    data: z.object({
      recordId: z.string(),
      songId: z.string(),
      num: amount,
      votesLeft: amount,
      /** Null without a daily limit. */
      leftToday: amount.nullable(),
      /** Votes of all fans for this song. */
      songVotes: amount,
      rank: z.int().positive(),
      votedAt: instant,
      transferId: z.string(),
      /** The tickets that were converted with this vote; null without any, and in answers stored by an older release. */
      conversion: ticketConversion.nullable().default(null),
    }),
    errors: [
      'SONG_NOT_FOUND',
      'VOTING_NOT_OPEN',
      'VOTING_ENDED',
      'SONG_NOT_NOMINATED',
      'DAILY_CAP_REACHED',
      'INSUFFICIENT_VOTES',
      'INSUFFICIENT_TICKETS',
      'CONVERSION_CHANGED',
    ],
  },
  'GET /activity/api/v1/vote/mySongVoteList': {
    summary: 'The caller’s nominations and votes in the final, newest first.',
    auth: 'fan',
    safe: true,
    query: page.extend({ round: songVoteRecord.shape.round.optional() }),
    data: pageOf(songVoteRecord),
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
