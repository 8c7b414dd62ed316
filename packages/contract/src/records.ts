import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { amount, instant, page, pageOf, shownBadge, shownLevel } from './primitives.ts';
import { voteRecords, votesAsked } from './vote-records.ts';

/** The source of Points: a task, an invited friend, riddles, a fan video, a gift, luck or staking. */
export const pointKind = z.enum(['task', 'invite', 'riddle', 'video', 'gift', 'luck', 'staking']);

const nothing = z.object({}).default({});

/** An invited newcomer, with no more data than a public ranking shows. */
const inviteRecord = z.object({
  nickname: z.string(),
  avatarUrl: z.string(),
  joinedAt: instant,
  /** `pending` until the newcomer's first counted vote; `overLimit` when it never brings a reward. */
  state: z.enum(['pending', 'rewarded', 'overLimit']),
  /** The reward promised at sign-up; 0 for none. */
  points: amount,
});

const rankedFan = z.object({
  rank: z.int().positive(),
  nickname: z.string(),
  level: shownLevel,
  badge: shownBadge,
  avatarUrl: z.string(),
  points: amount,
  isMe: z.boolean(),
});

/** Coins of the chain, as a decimal like 0.01: too fine for a JSON number. */
const chainAmount = z.string().regex(/^\d+(\.\d+)?$/);

/** Coins of the chain's test network that the faucet sent to a wallet. */
export const sentTestCoins = z.object({
  amount: chainAmount,
  /** Null once the fan is erased. */
  wallet: z.string().nullable(),
  /** `onItsWay` until the chain confirms it; `failed` if it cannot be delivered. They are never sent twice. */
  state: z.enum(['onItsWay', 'arrived', 'failed']),
  /** Null until it is signed; `url` is its page in the explorer. */
  transaction: z.object({ hash: z.string(), url: z.string() }).nullable(),
});

/** Calls about what a fan has, got and brought. */
export const recordEndpoints = {
  'POST /wallet/api/v1/userExpand/userInviteRecords': {
    summary: 'Fans who joined with the caller’s code, newest first, with totals and the current reward for an invite.',
    auth: 'fan',
    safe: true,
    body: page.default({ pageNum: 1, pageSize: 20 }),
    data: pageOf(inviteRecord).extend({
      totals: z.object({
        invited: z.int().nonnegative(),
        rewarded: z.int().nonnegative(),
        /** The possible reward of pending invites within the limit. */
        pendingPoints: amount,
        rewardedPoints: amount,
      }),
      /** The reward of the next friend, and the maximum number of rewarded friends. */
      terms: z.object({ points: amount, mostRewarded: z.int().nonnegative() }),
    }),
    errors: [],
  },
  'POST /wallet/api/v1/userExpand/getReceivedPointRecords': {
    summary: 'Points the caller received, newest first, straight from the ledger.',
    auth: 'fan',
    safe: true,
    body: page.default({ pageNum: 1, pageSize: 20 }),
    data: pageOf(
      z.object({
        transferId: z.string(),
        kind: pointKind,
        /** The task or friend, in the caller's language. */
        title: z.string(),
        points: amount,
        receivedAt: instant,
      }),
    ),
    errors: [],
  },
  'POST /wallet/api/v1/userExpand/getPendingPoints': {
    summary: 'Points earned but not credited yet: the items behind `pending` of the asset POINT.',
    auth: 'fan',
    safe: true,
    body: nothing,
    data: z.object({
      pending: amount,
      items: z.array(
        z.object({
          kind: pointKind.extract(['task', 'invite', 'riddle', 'staking']),
          title: z.string(),
          points: amount,
          since: instant.optional(),
          /** The reason why they are held, in the caller's language. */
          note: z.string().optional(),
        }),
      ),
    }),
    errors: [],
  },
  'POST /wallet/api/v1/userExpand/getUserAndAllPointRank': {
    summary:
      'Fans by Points earned, of all time or this week, and the caller’s own place; ' +
      'usually at most a minute old. Fans with equal Points share a rank and are listed by sign-up time. ' +
      'The list ends after 1000 fans.',
    auth: 'optional',
    safe: true,
    body: page
      .extend({ span: z.enum(['allTime', 'thisWeek']).default('allTime') })
      .default({ pageNum: 1, pageSize: 20, span: 'allTime' }),
    data: pageOf(rankedFan).extend({
      /** Null for anonymous callers. Its rank is null without Points and beyond place 10,000. */
      mine: rankedFan.extend({ rank: z.int().positive().nullable() }).nullable(),
      /** The end of the week; null for all time. */
      endsAt: instant.nullable(),
    }),
    errors: [],
  },
  /** For host apps; the web reads the same list by `vote/voteRecord`. */
  'POST /wallet/api/v1/userExpand/getVoteRecords': {
    summary: "The caller's votes of all activities with their receipts, newest first.",
    auth: 'fan',
    safe: true,
    body: votesAsked.default({ pageNum: 1, pageSize: 20 }),
    data: voteRecords,
    errors: [],
  },
  'POST /wallet/api/v1/userExpand/getTestCoinFaucet': {
    summary: 'How many test coins a fan gets at a time, and when the caller can take the next ones.',
    auth: 'fan',
    safe: true,
    body: nothing,
    data: z.object({
      /** False when the chain is not a test network. */
      isOpen: z.boolean(),
      amount,
      /** The coins of the chain that are sent to the fan's wallet instead of `amount`; null without a faucet on the chain. */
      chainAmount: chainAmount.nullable(),
      /** The wallet to which they are sent; null for a fan without one, who gets `amount`. */
      wallet: z.string().nullable(),
      /** Null when it is possible now. */
      nextAt: instant.nullable(),
      /** The coins that were sent the last time; null if none were. */
      lastSent: sentTestCoins.nullable(),
    }),
    errors: [],
  },
  'POST /wallet/api/v1/userExpand/getFreeTestCoin': {
    summary:
      'Gives test coins, once in 24 hours: with a faucet on the chain it sends coins of the test network to ' +
      'the fan’s wallet, else, and to a fan without a wallet, it credits coins of the platform.',
    auth: 'fan',
    idempotency: 'optional',
    body: nothing,
    /** `amount` is what was credited, 0 if coins were sent. */
    data: z.object({ amount, balance: amount, nextAt: instant, sent: sentTestCoins.nullable() }),
    errors: [
      'TEST_COIN_TOO_SOON',
      'TEST_COIN_NO_TEST_CHAIN',
      'TEST_COIN_NETWORK_LIMIT',
      'TEST_COIN_ADDRESS_LIMIT',
      'TEST_COIN_DAY_LIMIT',
    ],
  },
} as const satisfies Record<Route, Endpoint>;
