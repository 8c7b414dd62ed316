import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { amount, count, id, instant, page, pageOf } from './primitives.ts';

/**
 * Where a song event is. `between` lasts until the final opens, and the nominated songs are known in it as soon as
 * `nominations.isFrozen`; `counting` is the moment between the final's last second and its result.
 */
export const songEventState = z.enum(['scheduled', 'nominating', 'between', 'final', 'counting', 'ended']);

const round = z.object({
  opensAt: instant,
  closesAt: instant,
  /** No vote can be added to it any more, and its ranks stand. */
  isFrozen: z.boolean(),
});

const titled = z.object({ title: z.string(), text: z.string() });

/**
 * A song event: fans nominate songs, free, once a day each, and vote among the nominated in a final, paid in votes of an
 * election.
 *
 * In both rounds more votes stand first; of equals, the song that reached the count first; of equals in that, the one that
 * stands first in the list. Every song has a rank of its own. The first `places` of the nominations are in the final.
 */
const songEvent = z.object({
  eventId: z.string(),
  title: z.string(),
  subtitle: z.string(),
  coverUrl: z.string(),
  state: songEventState,
  nominations: round,
  final: round,
  /** By whose midnight the days of both rounds turn. */
  timeZone: z.string(),
  /** How many songs go on to the final. */
  places: z.int().positive(),
  /** Votes that one fan can cast in the final on one day; null without a limit. */
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
      /** How the vote becomes the list of songs that are sung. */
      setList: z.array(titled),
    })
    .nullable(),
});

const song = z.object({
  songId: z.string(),
  title: z.string(),
  artist: z.string(),
  year: z.int(),
  /** How long the song is, in seconds; the preview is a few seconds of it. */
  seconds: z.int().positive(),
  coverUrl: z.string(),
  previewUrl: z.string(),
  nominations: amount,
  nominationRank: z.int().positive(),
  /** Whether it is a finalist; known when the nominations are frozen, and false before, however many it has. */
  isNominated: z.boolean(),
  /** Votes of the final. */
  votes: amount,
  /** In the final; null for songs that are not in it. */
  rank: z.int().positive().nullable(),
});

/** What the caller has in the event now. */
const mine = z.object({
  /** Songs that they have nominated on the event's present day. */
  nominatedToday: z.array(z.string()),
  /** Their votes in the final, by song. */
  finalVotes: z.array(z.object({ songId: z.string(), votes: amount })),
  /** What they could vote with. */
  votes: amount,
  /** What the day's limit still allows; null without a limit. */
  leftToday: amount.nullable(),
  /** When the event's next day begins. */
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
  /** The transfer in the ledger by which the votes were paid; null for a nomination, which is free. */
  transferId: z.string().nullable(),
});

/** The song event: nominations, the final, and what a fan did in both. */
export const songEndpoints = {
  'GET /activity/api/v1/vote/songList': {
    summary:
      'The song event on show with all its songs, in the order of the final and, after it, of the nominations; at most a ' +
      'second old. Without an event the list is empty.',
    auth: 'optional',
    data: z.object({
      event: songEvent.nullable(),
      songs: z.array(song),
      /** Null for anonymous callers, and without an event. */
      mine: mine.nullable(),
    }),
    errors: [],
  },
  'GET /activity/api/v1/vote/song': {
    summary: 'One song of the event on show, with its story and a few of its lines.',
    auth: 'optional',
    query: z.object({ songId: id }),
    data: z.object({
      event: songEvent,
      song: song.extend({ story: z.string(), lyrics: z.string() }),
      mine: mine.nullable(),
    }),
    errors: ['SONG_NOT_FOUND'],
  },
  'POST /activity/api/v1/vote/doPreSongVote': {
    summary: 'Nominates a song, free, once a day for each song; by the time the server received it.',
    auth: 'fan',
    movesValue: true,
    body: z.object({ songId: id }),
    data: z.object({
      songId: z.string(),
      nominations: amount,
      rank: z.int().positive(),
      nominatedAt: instant,
      /** From when on the caller may nominate it again. */
      resetsAt: instant,
    }),
    errors: ['SONG_NOT_FOUND', 'NOMINATIONS_NOT_OPEN', 'NOMINATIONS_ENDED', 'SONG_NOMINATED_TODAY'],
  },
  'POST /activity/api/v1/vote/doSongVote': {
    summary: 'Votes for a nominated song in the final, with votes of the election; by the time the server received it.',
    auth: 'fan',
    movesValue: true,
    body: z.object({ songId: id, num: count.max(1_000_000) }),
    data: z.object({
      recordId: z.string(),
      songId: z.string(),
      num: amount,
      votesLeft: amount,
      /** Null without a daily limit. */
      leftToday: amount.nullable(),
      /** Of all fans for this song. */
      songVotes: amount,
      rank: z.int().positive(),
      votedAt: instant,
      transferId: z.string(),
    }),
    errors: [
      'SONG_NOT_FOUND',
      'VOTING_NOT_OPEN',
      'VOTING_ENDED',
      'SONG_NOT_NOMINATED',
      'DAILY_CAP_REACHED',
      'INSUFFICIENT_VOTES',
    ],
  },
  'GET /activity/api/v1/vote/mySongVoteList': {
    summary: 'The caller’s nominations and votes in the final, newest first.',
    auth: 'fan',
    query: page.extend({ round: songVoteRecord.shape.round.optional() }),
    data: pageOf(songVoteRecord),
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
