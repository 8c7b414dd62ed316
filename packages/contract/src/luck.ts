import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { given, luckState, mayTakePart, sha256, terms, boxProof, packetProof, raffleProof } from './luck-parts.ts';
import { packet } from './packets.ts';
import { amount, id, instant, page, pageOf } from './primitives.ts';

export const prize = z.object({
  prizeId: z.string(),
  title: z.string(),
  /** Null for a piece of an NFT edition. */
  gives: given.nullable(),
  /** The edition and its picture; null for an asset. */
  goodsId: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  isRare: z.boolean(),
  total: z.int().positive(),
  left: z.int().nonnegative(),
});

/** The server's secret for a stretch of openings: promised by its hash, revealed when the stretch is over. */
const seedPromise = z.object({
  epoch: z.int().positive(),
  commitment: sha256,
  startedAt: instant,
  /** The latest time of the reveal; a sold-out or ended campaign reveals at once. */
  revealsAt: instant,
});

const campaignFields = {
  activityId: z.string(),
  /** The election it belongs to, if any. */
  electionId: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  coverUrl: z.string(),
  state: luckState,
  opensAt: instant,
  closesAt: instant,
  ...terms,
  /** The specification lacks it. */
  mayTakePart,
  /** A published version of prizes and rules. The hash is of the document in the proof. */
  odds: z.object({ version: z.int().positive(), hash: sha256, publishedAt: instant }),
  prizes: z.array(prize),
};

/** The stock of a campaign's prizes in all. */
const stock = { total: z.int().positive(), left: z.int().nonnegative() };

/** The rare prize comes at the `within`th opening at the latest; `since` counts the caller's openings without one. */
const pity = z.object({ within: z.int().positive(), since: z.int().nonnegative() });

export const blindBox = z.object({
  kind: z.literal('box'),
  ...campaignFields,
  ...stock,
  /** The price of one, in Points. */
  price: amount,
  perFanLimit: z.int().positive().nullable(),
  openedByMe: z.int().nonnegative(),
  pity: pity.nullable(),
  seed: seedPromise,
});

/** The acts that earn attempts on a day of the platform. */
const earnedBy = z.object({
  by: z.enum(['checkIn', 'task', 'vote']),
  /** Tasks claimed, or votes cast, for one attempt. */
  each: z.int().positive(),
  earned: z.int().nonnegative(),
  most: z.int().positive(),
});

/** A way to earn attempts, and the most that it brings on a day. The specification lacks it. */
const attemptRule = earnedBy.omit({ earned: true });

export const attempts = z.object({
  left: z.int().nonnegative(),
  earnedBy: z.array(earnedBy),
  /** The time at which attempts can be earned again. */
  nextAt: instant,
});

/** A red-envelope draw: an instant draw whose attempts are earned and never bought. */
const envelopeDraw = z.object({
  kind: z.literal('envelope'),
  ...campaignFields,
  ...stock,
  /** Null for visitors. */
  attempts: attempts.nullable(),
  attemptRules: z.array(attemptRule),
  seed: seedPromise,
});

/** The origin of a raffle's randomness. */
const beacon = z.object({
  /** `organiser`: a seed of the platform, which fans must trust not to choose the entries by it. */
  kind: z.enum(['drand', 'organiser']),
  /** The round of drand, known once the entries are frozen. */
  round: z.int().positive().nullable(),
  /** The commitment to the organiser's seed. */
  commitment: sha256.nullable(),
});

const winner = z.object({
  place: z.int().positive(),
  prizeId: z.string(),
  nickname: z.string(),
  avatarUrl: z.string(),
  isMe: z.boolean(),
});

/** The caller's own part in a raffle. */
const ownEntries = z.object({
  entries: z.int().nonnegative(),
  /** The hash that stands for them in the list, and the salt to recompute it. */
  entryHash: sha256.nullable(),
  salt: z.string().nullable(),
  /** The caller's place among all winners, once it is drawn. The specification lacks it. */
  won: winner.pick({ place: true, prizeId: true }).nullable(),
});

const raffle = z.object({
  kind: z.literal('raffle'),
  ...campaignFields,
  /** The price of one entry, in Points; 0 when free. */
  price: amount,
  perFanLimit: z.int().positive(),
  entries: z.int().nonnegative(),
  entrants: z.int().nonnegative(),
  /** Null for visitors. */
  mine: ownEntries.nullable(),
  /** `waiting` from the freeze until the beacon has spoken. */
  draw: z.enum(['open', 'frozen', 'waiting', 'drawn', 'empty']),
  /** The earliest time of the draw. */
  drawsAt: instant,
  drawnAt: instant.nullable(),
  beacon,
  /** The winners in the order of the draw, at most the first 100; empty until it is drawn. */
  winners: z.array(winner),
});

export const campaign = z.discriminatedUnion('kind', [blindBox, envelopeDraw, raffle]);

/** Everything that chance has brought a fan. */
const luckRecord = z.object({
  recordId: z.string(),
  kind: z.enum(['packet', 'box', 'envelope', 'raffle']),
  /** The packet's id, or the campaign's. */
  subjectId: z.string(),
  title: z.string(),
  prizeTitle: z.string(),
  gives: given.nullable(),
  goodsId: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  serial: z.int().positive().nullable(),
  wonAt: instant,
});

export const luckEndpoints = {
  'GET /activity/api/v1/packet/getAllBlindBox': {
    summary: 'Blind boxes with their odds: on sale, coming, and those of the last week that are over.',
    auth: 'optional',
    safe: true,
    /** A box, or the election whose boxes are meant; else all. */
    query: z.object({ activityId: id.optional() }),
    data: z.array(blindBox),
    errors: [],
  },
  /** The specification lacks it. */
  'GET /activity/api/v1/packet/getAllDraw': {
    summary: 'Red-envelope draws and raffles: open, coming, and those of the last week that are over.',
    auth: 'optional',
    safe: true,
    query: z.object({ activityId: id.optional() }),
    data: z.array(campaign),
    errors: [],
  },
  'GET /activity/api/v1/packet/getActivityDetail': {
    summary: 'A blind box, a red-envelope draw or a raffle, with what is the caller’s own.',
    auth: 'optional',
    safe: true,
    query: z.object({ activityId: id }),
    data: campaign,
    errors: ['CAMPAIGN_NOT_FOUND'],
  },
  /** The specification lacks it. */
  'GET /activity/api/v1/packet/getResults': {
    summary: 'Who drew what, the newest first; of a raffle the winners by place.',
    auth: 'optional',
    safe: true,
    query: page.extend({ activityId: id }),
    data: pageOf(
      z.object({
        /** The number of the opening, or the winner's place. */
        position: z.int().positive(),
        nickname: z.string(),
        avatarUrl: z.string(),
        isMe: z.boolean(),
        prizeId: z.string(),
        drawnAt: instant,
      }),
    ),
    errors: ['CAMPAIGN_NOT_FOUND'],
  },
  /** The specification lacks it. */
  'GET /activity/api/v1/packet/getMyLuck': {
    summary: 'What packets, boxes and draws have brought the caller, newest first.',
    auth: 'fan',
    safe: true,
    query: page,
    data: pageOf(luckRecord),
    errors: [],
  },
  /** The specification lacks it. */
  'GET /activity/api/v1/packet/getProof': {
    summary:
      'What is needed to recompute a packet, a stretch of openings or a raffle. Secret parts are null until they are ' +
      'revealed.',
    auth: 'public',
    safe: true,
    query: z.object({
      packetId: id.optional(),
      activityId: id.optional(),
      /** The stretch of a box or a red-envelope draw; the latest one by default. */
      epoch: z.coerce.number().int().positive().max(100_000).optional(),
    }),
    data: z.discriminatedUnion('kind', [packetProof, boxProof, raffleProof]),
    errors: ['PACKET_NOT_FOUND', 'CAMPAIGN_NOT_FOUND'],
  },
  /** The specification lacks it. */
  'GET /activity/api/v1/packet/stream': {
    summary:
      'Changes of packets and draws as server-sent events: all that is on or near first, then each change. ' +
      'An event `beat` without data every 20 seconds shows that the stream is alive.',
    auth: 'public',
    safe: true,
    streams: true,
    query: z.object({}),
    data: z.object({
      packets: z.array(packet.pick({ packetId: true, state: true, left: true, soldOutAt: true })),
      campaigns: z.array(
        z.object({
          activityId: z.string(),
          state: luckState,
          /** Prizes left, or entries of a raffle. */
          count: z.int().nonnegative(),
          /** Of a raffle. */
          draw: raffle.shape.draw.nullable(),
        }),
      ),
    }),
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
