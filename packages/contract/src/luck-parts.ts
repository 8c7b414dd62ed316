import * as z from 'zod';
import { amount, instant } from './primitives.ts';

/** SHA-256 in hexadecimal. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** An amount of one asset. `activityId` is the election of tickets and votes, null for Points. */
export const given = z.object({ assetName: z.string(), activityId: z.string().nullable(), amount });

/** The conditions to take part. Null means no such limit. */
export const terms = {
  minAccountAgeHours: z.int().nonnegative(),
  /** ISO 3166-1 codes. */
  regions: z.array(z.string()).nullable(),
};

/**
 * Whether region and account age let the caller take part: what stays so comes first. Null for visitors. An opening still
 * checks it by itself.
 */
export const mayTakePart = z
  .discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('yes') }),
    /** ISO 3166-1 of where the caller is; null when unknown. */
    z.object({ verdict: z.literal('regionClosed'), country: z.string().nullable() }),
    /** The time from which the account is old enough. */
    z.object({ verdict: z.literal('tooYoung'), from: instant }),
  ])
  .nullable();

export const luckState = z.enum(['notOpen', 'open', 'soldOut', 'ended']);

/*
 * The files that let anyone recompute what chance decided. `packages/chance` recomputes them; `docs/verify-draw.py` shows
 * that nothing of ours is needed for it. A format never changes: a new one gets a new name.
 */

const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/);
const whole = z.int().positive();

/**
 * A red packet. `commitment` = SHA-256(seed). `amounts` = split(stream(seed, "shares"), total, shares).
 * `sharesHash` = SHA-256(seed ‖ "lightstick/packet/v1\0" ‖ packet id ‖ "\0" ‖ asset name ‖ "\0" ‖ the amounts in decimal, joined
 * by commas): the seed in it keeps a small packet from being guessed.
 */
export const packetProof = z.object({
  kind: z.literal('packet'),
  format: z.literal('lightstick/packet/v1'),
  packetId: z.string(),
  assetName: z.string(),
  total: amount,
  shares: whole,
  fundedAt: instant,
  opensAt: instant,
  commitment: sha256,
  sharesHash: sha256,
  /** Null until the packet is over. */
  seed: sha256.nullable(),
  amounts: z.array(amount).nullable(),
  /** The number of grabbed shares: the first of `amounts`. */
  grabbed: z.int().nonnegative(),
});

/** The published prizes and rules of a campaign; its hash is SHA-256 over its canonical JSON (RFC 8785). */
export const campaignDocument = z.object({
  format: z.literal('lightstick/campaign/v1'),
  kind: z.enum(['box', 'envelope', 'raffle']),
  activityId: z.string(),
  version: whole,
  opensAt: instant,
  closesAt: instant,
  /** The price in Points; 0 when free. */
  price: amount,
  perFanLimit: whole.nullable(),
  minAccountAgeHours: z.int().nonnegative(),
  regions: z.array(z.string()).nullable(),
  prizes: z.array(
    z.object({
      prizeId: z.string(),
      /** Null for a piece of `edition`. */
      assetName: z.string().nullable(),
      amount: amount.nullable(),
      edition: z.string().nullable(),
      isRare: z.boolean(),
      total: whole,
    }),
  ),
  /** A rare prize comes at this opening of a fan at the latest, while there is one; null without the rule. */
  rareWithin: whole.nullable(),
  /** The acts that earn an attempt at a red-envelope draw on a day of the platform. */
  attempts: z.array(z.object({ by: z.enum(['checkIn', 'task', 'vote']), each: whole, most: whole })).nullable(),
  /** The origin of a raffle's randomness. */
  beacon: z.enum(['drand', 'organiser']).nullable(),
});

/**
 * The openings of a box or a red-envelope draw under one seed, in order. `commitment` = SHA-256(seed). For each opening:
 * own seed = HMAC-SHA256(seed, "lightstick/box/v1\0" ‖ nonce in decimal ‖ ":" ‖ clientSeed); the prize is drawn by
 * weighted(stream(own seed, "prize")) with the prizes left as weights, only rare ones when the fan's count of openings
 * without one has reached `rareWithin` − 1 and one is left.
 */
export const boxProof = z.object({
  kind: z.literal('box'),
  format: z.literal('lightstick/box/v1'),
  activityId: z.string(),
  epoch: whole,
  document: campaignDocument,
  documentHash: sha256,
  commitment: sha256,
  startedAt: instant,
  /** Null until the stretch is over. */
  seed: sha256.nullable(),
  revealedAt: instant.nullable(),
  /** The stock of each prize at the start, in the order of the document. */
  leftAtStart: z.array(z.int().nonnegative()),
  /** [fan number, openings without a rare prize] of fans who had some at the start. */
  sinceAtStart: z.array(z.tuple([whole, whole])),
  /** [nonce, client seed, fan number, prize]: fans are numbered in the campaign, prizes from 0 in the document's order. */
  openings: z.array(z.tuple([whole, z.string(), whole, z.int().nonnegative()])),
});

/**
 * A raffle. `entries` are sorted by hash; `root` = SHA-256 of the lines "hash weight\n". seed = HMAC-SHA256(beacon's
 * signature or the organiser's seed, "lightstick/draw/v1\0" ‖ root). Prizes in the document's order, each as often as its
 * total; the winners are pick(n, k) of stream(seed, "winners") if every weight is 1, else weighted without return.
 * drand's round is the first at or after the close + 75 s; after a freeze later than the close + 45 s, the first at or after the
 * freeze + 30 s.
 * An entry's hash is SHA-256("lightstick/entry/v1\0" ‖ salt in hexadecimal ‖ ":" ‖ account id).
 */
export const raffleProof = z.object({
  kind: z.literal('raffle'),
  format: z.literal('lightstick/draw/v1'),
  activityId: z.string(),
  document: campaignDocument,
  documentHash: sha256,
  /** Null until the entries are frozen. */
  entries: z.array(z.object({ hash: sha256, weight: whole })).nullable(),
  root: sha256.nullable(),
  frozenAt: instant.nullable(),
  beacon: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('drand'),
      chainHash: sha256,
      publicKey: hex,
      round: whole.nullable(),
      /** 48 bytes, a BLS signature on G1 (scheme bls-unchained-g1-rfc9380); null until the draw. */
      signature: hex.nullable(),
    }),
    z.object({ kind: z.literal('organiser'), commitment: sha256, seed: sha256.nullable() }),
  ]),
  /** The drawn entries in the order of the prizes; null until the draw. */
  winners: z.array(sha256).nullable(),
  drawnAt: instant.nullable(),
});
