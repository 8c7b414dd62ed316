import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { accountId, amount, chain, count, id, instant, page, pageOf, shownPrice } from './primitives.ts';

/** The maximum quantity of one order. */
const mostPerOrder = 20;

/**
 * The place of a piece: with the platform, being minted, `delayed` while an operator removes an obstacle to its mint,
 * or in the wallet. `transaction` is null until it is signed; `url` is its page in the explorer.
 */
const place = {
  place: z.enum(['custody', 'onItsWay', 'delayed', 'inWallet']),
  wallet: z.string().nullable(),
  transaction: z.object({ hash: z.string(), url: z.string() }).nullable(),
};

/** An NFT for Points: an edition of numbered pieces. `perFanLimit` and `closesAt` are null when unlimited. */
export const nftEdition = z.object({
  goodsId: z.string(),
  title: z.string(),
  description: z.string(),
  pictureUrl: z.string(),
  /** The number of pieces in the edition, for sale or not. */
  size: z.int().positive(),
  /** The number of pieces still for sale. */
  left: z.int().nonnegative(),
  /** The price of one piece, in Points. */
  price: amount,
  perFanLimit: z.int().positive().nullable(),
  boughtByMe: z.int().nonnegative(),
  state: z.enum(['notOpen', 'open', 'soldOut', 'ended']),
  opensAt: instant,
  closesAt: instant.nullable(),
});

/**
 * An order. Votes are `done` immediately; NFTs go from `paid` through `processing` (for a wallet account until each
 * piece is there) to `done`. If delivery is impossible, the order is `failed`, and `refunded` once the Points are back.
 */
export const order = z.object({
  orderId: z.string(),
  kind: z.enum(['votePack', 'nft']),
  goodsId: z.string(),
  title: z.string(),
  num: z.int().positive(),
  /** The total price, in Points. */
  paid: amount,
  state: z.enum(['paid', 'processing', 'done', 'failed', 'refunded']),
  orderedAt: instant,
  /** The time at which it was done or refunded. */
  settledAt: instant.nullable(),
  /** The activity whose votes these are, and how many with the bonus; null for NFTs. */
  activityId: z.string().nullable(),
  votes: amount.nullable(),
  /** The picture, edition size and piece numbers; null and empty for votes and after a refund. */
  pictureUrl: z.string().nullable(),
  size: z.int().positive().nullable(),
  serials: z.array(z.int().positive()),
  /** Each of `serials`, in the same order, and where it is. */
  pieces: z.array(z.object({ serial: z.int().positive(), ...place })),
});

/** One edition piece that the fan owns. */
export const nft = z.object({
  goodsId: z.string(),
  title: z.string(),
  description: z.string(),
  pictureUrl: z.string(),
  serial: z.int().positive(),
  size: z.int().positive(),
  /** The order that delivered it. */
  orderId: z.string(),
  ownedAt: instant,
  ...place,
});

const onePage = { pageNum: 1, pageSize: 20 };

/** Vote packs and NFTs for Points. */
export const orderEndpoints = {
  'POST /wallet/api/v1/pointsMall/getPointToNftList': {
    summary: 'NFTs for Points, including upcoming and ended sales.',
    auth: 'optional',
    safe: true,
    body: z.object({}).default({}),
    data: z.array(nftEdition),
    errors: [],
  },
  'POST /wallet/api/v1/pointsMall/summitBuy': {
    summary:
      'Orders a vote pack or NFTs and pays for them, all or nothing. Votes arrive with the answer; ' +
      'NFTs get their numbers with the answer and belong to the fan once the order is done.',
    auth: 'fan',
    idempotency: 'optional',
    body: z.object({ goodsId: id, num: count.max(mostPerOrder).default(1), price: shownPrice, chain }),
    data: order.extend({
      pointsLeft: amount,
      /** Votes that are left to buy in the activity of a vote pack. */
      votesLeft: amount.nullable(),
    }),
    errors: [
      'OFFER_NOT_FOUND',
      'OFFER_NOT_OPEN',
      'OFFER_ENDED',
      'OFFER_SOLD_OUT',
      'OFFER_LIMIT_REACHED',
      'OFFER_CHANGED',
      'VOTING_ENDED',
      'INSUFFICIENT_POINTS',
    ],
  },
  'POST /wallet/api/v1/pointsMall/getOrderList': {
    summary: "The caller's orders, newest first.",
    auth: 'fan',
    safe: true,
    body: page.default(onePage),
    data: pageOf(order),
    errors: [],
  },
  'POST /wallet/api/v1/pointsMall/getHandlerStatus': {
    summary: 'Whether an order of the caller is still in progress: neither done nor refunded.',
    auth: 'fan',
    safe: true,
    /** `userId` is the caller's own account id, or is left out. */
    body: z.object({ userId: accountId.optional() }).default({}),
    data: z.object({
      isHandling: z.boolean(),
      orderIds: z.array(z.string()),
      /** All of them wait for delayed pieces, so it is enough to ask seldom. */
      isDelayed: z.boolean(),
    }),
    errors: [],
  },
  /** For host apps; the web shows NFT orders among all orders of `getOrderList`. */
  'POST /wallet/api/v1/userExpand/getNftExchangeRecord': {
    summary: 'What the caller paid for NFTs, newest first.',
    auth: 'fan',
    safe: true,
    body: page.default(onePage),
    data: pageOf(order),
    errors: [],
  },
  'GET /activity/api/v1/packet/myNft': {
    summary: "The caller's NFTs, newest first.",
    auth: 'fan',
    safe: true,
    query: page,
    data: pageOf(nft),
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
