import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { given, luckState, mayTakePart, sha256, terms } from './luck-parts.ts';
import { boxProof, packetProof, raffleProof } from './luck-proofs.ts';
import { packet } from './packets.ts';
import { amount, count, id, instant, page, pageOf, shownPrice } from './primitives.ts';

/** A random text of the client's, chosen after the server has committed to its seed. */
const clientSeed = z.string().regex(/^[0-9a-f]{16,64}$/, '16 to 64 characters of 0-9 and a-f');

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
  /** Ours. */
  mayTakePart,
  /** A published version of prizes and rules. The hash is of the document in the proof. */
  odds: z.object({ version: z.int().positive(), hash: sha256, publishedAt: instant }),
  prizes: z.array(prize),
};

/** What is left of a campaign's prizes in all. */
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

/** How attempts are earned on a day of the platform. */
const earnedBy = z.object({
  by: z.enum(['checkIn', 'task', 'vote']),
  /** Tasks claimed, or votes cast, for one attempt. */
  each: z.int().positive(),
  earned: z.int().nonnegative(),
  most: z.int().positive(),
});

/** A way to earn attempts, and the most that it brings on a day. Ours. */
const attemptRule = earnedBy.omit({ earned: true });

const attempts = z.object({
  left: z.int().nonnegative(),
  earnedBy: z.array(earnedBy),
  /** When attempts can be earned anew. */
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

/** Where a raffle's randomness comes from. */
const beacon = z.object({
  /** `organiser`: a seed of the platform, which fans must trust not to choose the entries by it. */
  kind: z.enum(['drand', 'organiser']),
  /** Of drand, known once the entries are frozen. */
  round: z.int().positive().nullable(),
  /** Of the organiser's seed. */
  commitment: sha256.nullable(),
});

const winner = z.object({
  place: z.int().positive(),
  prizeId: z.string(),
  nickname: z.string(),
  avatarUrl: z.string(),
  isMe: z.boolean(),
});

/** What is the caller's own in a raffle. */
const ownEntries = z.object({
  entries: z.int().nonnegative(),
  /** The hash that stands for them in the list, and the salt to recompute it. */
  entryHash: sha256.nullable(),
  salt: z.string().nullable(),
  /** The caller's place among all winners, once it is drawn. Ours. */
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
  /** When it is drawn at the earliest. */
  drawsAt: instant,
  drawnAt: instant.nullable(),
  beacon,
  /** The winners in the order of the draw, at most the first 100; empty until it is drawn. */
  winners: z.array(winner),
});

export const campaign = z.discriminatedUnion('kind', [blindBox, envelopeDraw, raffle]);

/** A prize that a fan drew. Pieces of an NFT have a number once they are assigned. */
const drawnPrize = z.object({
  nonce: z.int().positive(),
  prizeId: z.string(),
  title: z.string(),
  gives: given.nullable(),
  goodsId: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  serial: z.int().positive().nullable(),
  isRare: z.boolean(),
});

/** What a fan needs to find an opening in the proof. */
const drawTrace = z.object({ epoch: z.int().positive(), commitment: sha256, clientSeed });

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

const joining = [
  'CAMPAIGN_NOT_FOUND',
  'CAMPAIGN_NOT_OPEN',
  'CAMPAIGN_ENDED',
  'CAMPAIGN_SOLD_OUT',
  'LUCK_ACCOUNT_TOO_YOUNG',
  'LUCK_REGION_CLOSED',
] as const;

export const luckEndpoints = {
  'GET /activity/api/v1/packet/getAllBlindBox': {
    summary: 'Blind boxes with their odds: on sale, coming, and those of the last week that are over.',
    auth: 'optional',
    /** A box, or the election whose boxes are meant; else all. */
    query: z.object({ activityId: id.optional() }),
    data: z.array(blindBox),
    errors: [],
  },
  /** Ours. */
  'GET /activity/api/v1/packet/getAllDraw': {
    summary: 'Red-envelope draws and raffles: open, coming, and those of the last week that are over.',
    auth: 'optional',
    query: z.object({ activityId: id.optional() }),
    data: z.array(campaign),
    errors: [],
  },
  'GET /activity/api/v1/packet/getActivityDetail': {
    summary: 'A blind box, a red-envelope draw or a raffle, with what is the caller’s own.',
    auth: 'optional',
    query: z.object({ activityId: id }),
    data: campaign,
    errors: ['CAMPAIGN_NOT_FOUND'],
  },
  /** Ours. */
  'GET /activity/api/v1/packet/getResults': {
    summary: 'Who drew what, the newest first; of a raffle the winners by place.',
    auth: 'optional',
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
  /** Ours. */
  'GET /activity/api/v1/packet/getMyLuck': {
    summary: 'What packets, boxes and draws have brought the caller, newest first.',
    auth: 'fan',
    query: page,
    data: pageOf(luckRecord),
    errors: [],
  },
  /** Ours. */
  'GET /activity/api/v1/packet/getProof': {
    summary:
      'What is needed to recompute a packet, a stretch of openings or a raffle. Secret parts are null until they are ' +
      'revealed.',
    auth: 'public',
    query: z.object({
      packetId: id.optional(),
      activityId: id.optional(),
      /** Of a box or a red-envelope draw; the latest one by default. */
      epoch: z.coerce.number().int().positive().max(100_000).optional(),
    }),
    data: z.discriminatedUnion('kind', [packetProof, boxProof, raffleProof]),
    errors: ['PACKET_NOT_FOUND', 'CAMPAIGN_NOT_FOUND'],
  },
  /** Ours. */
  'GET /activity/api/v1/packet/stream': {
    summary:
      'Changes of packets and draws as server-sent events: all that is on or near first, then each change. An event `beat` ' +
      'without data every 20 seconds shows that the stream is alive.',
    auth: 'public',
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
  'POST /wallet/api/v1/pointsMall/participateActivity': {
    summary:
      'Opens blind boxes, or enters a raffle: payment and prizes all or nothing. Without a client seed the server makes one.',
    auth: 'fan',
    movesValue: true,
    body: z.object({
      activityId: id,
      num: count.max(100).default(1),
      clientSeed: clientSeed.optional(),
      price: shownPrice,
      /** The hash of the odds the caller was shown; when they have changed, nothing is paid. */
      oddsHash: sha256.optional(),
      /** The promised seed for which the client seed was made; when there is a new one, nothing is drawn. */
      commitment: sha256.optional(),
    }),
    data: z.object({
      participationId: z.string(),
      activityId: z.string(),
      num: z.int().positive(),
      paid: amount,
      /** Of a box, in the order of their opening. */
      results: z.array(drawnPrize).nullable(),
      trace: drawTrace.nullable(),
      /** Of a raffle: the caller's entries now, and their hash in the list. */
      entries: z.int().positive().nullable(),
      entryHash: sha256.nullable(),
      /** Of a box with a pity rule. */
      since: z.int().nonnegative().nullable(),
      /** Points after it. */
      remaining: amount,
    }),
    errors: [...joining, 'CAMPAIGN_LIMIT_REACHED', 'CAMPAIGN_CHANGED', 'CAMPAIGN_TOO_MANY', 'INSUFFICIENT_POINTS'],
  },
  'POST /wallet/api/v1/pointsMall/getActivityAvailableBalance': {
    summary: 'What the caller could take part with: balance, price, and how many they still may.',
    auth: 'fan',
    body: z.object({ activityId: id }),
    data: z.object({
      asset: z.string(),
      available: amount,
      /** The participations that balance, stock and limit allow now. */
      spendable: z.int().nonnegative(),
      price: amount,
      /** Prizes left; null for a raffle. */
      left: z.int().nonnegative().nullable(),
      perFan: z.int().positive().nullable(),
      used: z.int().nonnegative(),
    }),
    errors: ['CAMPAIGN_NOT_FOUND'],
  },
  'POST /activity/api/v1/packet/drawRedEnvelopesCount': {
    summary: 'The draws that the caller has left in a red-envelope draw, and how they are earned.',
    auth: 'fan',
    body: z.object({ activityId: id }),
    data: attempts,
    errors: ['CAMPAIGN_NOT_FOUND'],
  },
  'POST /activity/api/v1/packet/drawRedEnvelopes': {
    summary: 'Draws a red envelope with one earned attempt.',
    auth: 'fan',
    movesValue: true,
    body: z.object({
      activityId: id,
      clientSeed: clientSeed.optional(),
      /** The promised seed for which the client seed was made; when there is a new one, nothing is drawn. */
      commitment: sha256.optional(),
    }),
    data: z.object({
      participationId: z.string(),
      prize: drawnPrize,
      /** Of the prize's asset; 1 for a piece. */
      amount,
      proof: drawTrace,
      left: z.int().nonnegative(),
      remaining: amount,
    }),
    errors: [...joining, 'CAMPAIGN_CHANGED', 'ATTEMPTS_USED_UP'],
  },
} as const satisfies Record<Route, Endpoint>;
