import * as z from 'zod';
import { userInfo } from './accounts.ts';
import { best7Record } from './best7.ts';
import { cheerRecord } from './cheers.ts';
import type { Endpoint, Route } from './endpoint.ts';
import { followedIdolRecord } from './following.ts';
import { giftRecord } from './gifts.ts';
import { exchangeRecord } from './mall.ts';
import { digestMailRecord, digestRecord, mutedTopicRecord, notice } from './notices.ts';
import { nft, order } from './orders.ts';
import { accountId, amount, badgeId, codeAsTyped, instant, mailCode } from './primitives.ts';
import { fanDayRecord } from './progress.ts';
import { pushRecord } from './push.ts';
import { sentTestCoins } from './records.ts';
import { songVoteRecord } from './songs.ts';
import { conversionRecord, voteRecord } from './vote-records.ts';
import { walletAnswer } from './wallets.ts';

/** Describes rows of one kind, newest first: all of them, or the newest `rows` of `total`. */
function rowsOf<T extends z.ZodType>(row: T) {
  return z.object({ total: z.int().nonnegative(), rows: z.array(row) });
}

/** One line of the journal, as the fan's account has it. */
const transfer = z.object({
  transferId: z.string(),
  assetName: z.string(),
  /** Positive when the fan receives, negative when the fan pays. */
  amount: z.int(),
  balanceAfter: amount,
  /** The reason as the ledger names it: `vote`, `task_reward`, `exchange_paid` … */
  reason: z.string(),
  receivedAt: instant,
});

/**
 * All data that the platform holds on a fan, one field per kind. Adding a field is compatible; `format` changes otherwise.
 */
const myData = z.object({
  format: z.literal('lightstick/my-data/v1'),
  takenAt: instant,
  profile: userInfo.extend({
    /** The fan code of the inviter. */
    invitedBy: z.string().nullable(),
    /** The wallet that an email account has linked. */
    linkedWallet: z.string().nullable(),
    /** The time at which the fan requested deletion of the account. */
    deletionRequestedAt: instant.nullable(),
  }),
  signIns: rowsOf(
    z.object({
      browser: z.string().nullable(),
      system: z.string().nullable(),
      deviceType: z.string().nullable(),
      /** The random device id that the browser or app generated. */
      deviceId: z.string().nullable(),
      begunAt: instant,
      lastSeenAt: instant,
      expiresAt: instant,
      endedAt: instant.nullable(),
    }),
  ),
  /** Those that are linked now. */
  socialAccounts: z.array(z.object({ provider: z.string(), subject: z.string(), name: z.string(), linkedAt: instant })),
  balances: z.array(z.object({ assetName: z.string(), available: amount, held: amount })),
  transfers: rowsOf(transfer),
  votes: rowsOf(voteRecord),
  conversions: rowsOf(conversionRecord),
  exchanges: rowsOf(exchangeRecord),
  orders: rowsOf(order),
  nfts: rowsOf(nft),
  gifts: rowsOf(giftRecord),
  cheers: rowsOf(cheerRecord),
  songVotes: rowsOf(songVoteRecord),
  followedIdols: rowsOf(followedIdolRecord),
  fanDays: rowsOf(fanDayRecord),
  /** The badge beside the name; null for a fan who shows none. */
  shownBadge: badgeId.nullable(),
  best7Ballots: rowsOf(best7Record),
  taskVisits: rowsOf(z.object({ taskId: z.string(), occurrence: z.string(), linkType: z.string(), viewedAt: instant })),
  /** Confirmations of a task's action by a social provider. */
  taskSocialActions: rowsOf(z.object({ taskId: z.string(), occurrence: z.string(), seenAt: instant })),
  quizAttempts: rowsOf(
    z.object({
      taskId: z.string(),
      begunAt: instant,
      endedAt: instant.nullable(),
      questionCount: z.int(),
      rightCount: z.int().nullable(),
      passed: z.boolean(),
    }),
  ),
  taskClaims: rowsOf(
    z.object({
      taskId: z.string(),
      occurrence: z.string(),
      points: amount,
      state: z.enum(['awarded', 'held', 'refused', 'lapsed']),
      claimedAt: instant,
    }),
  ),
  fanVideos: rowsOf(
    z.object({
      videoId: z.string(),
      taskId: z.string(),
      title: z.string(),
      fileName: z.string(),
      sizeBytes: amount,
      state: z.string(),
      begunAt: instant,
      points: amount.nullable(),
    }),
  ),
  /** Forms that the fan opened for a task. */
  formEntries: rowsOf(
    z.object({
      taskId: z.string(),
      occurrence: z.string(),
      openedAt: instant.nullable(),
      confirmedAt: instant.nullable(),
    }),
  ),
  /**
   * Fans invited by this fan, without further data on them. `lapsed`: one of the two was erased while the invite was
   * pending.
   */
  invites: rowsOf(z.object({ joinedAt: instant, state: z.string(), reward: amount })),
  riddleUnlocks: rowsOf(
    z.object({
      roundId: z.string(),
      paid: amount,
      unlockedAt: instant,
      /** Null until the round is marked; so is the reward. */
      right: z.int().nonnegative().nullable(),
      reward: amount.nullable(),
    }),
  ),
  riddleAnswers: rowsOf(z.object({ riddleId: z.string(), answer: z.string(), answeredAt: instant })),
  packetShares: rowsOf(
    z.object({ packetId: z.string(), place: amount, asset: z.string(), amount, grabbedAt: instant }),
  ),
  /** Opened boxes, drawn red envelopes and raffle entries; the prizes of a raffle are `raffleWins`. */
  participations: rowsOf(
    z.object({
      activityId: z.string(),
      num: z.int(),
      paid: amount,
      clientSeed: z.string().nullable(),
      /** The ids of the prizes, in their order. */
      prizes: z.array(z.string()),
      at: instant,
    }),
  ),
  /** Entries with the hash that stands for the fan in the published list, and its salt. */
  raffleEntries: rowsOf(
    z.object({
      activityId: z.string(),
      entries: amount,
      entryHash: z.string().nullable(),
      salt: z.string().nullable(),
    }),
  ),
  envelopeDays: rowsOf(z.object({ activityId: z.string(), day: z.iso.date(), earned: amount, used: amount })),
  raffleWins: rowsOf(z.object({ activityId: z.string(), place: amount, prizeId: z.string(), wonAt: instant })),
  notices: rowsOf(notice),
  mutedTopics: rowsOf(mutedTopicRecord),
  pushes: rowsOf(pushRecord),
  digests: rowsOf(digestRecord),
  digestMails: rowsOf(digestMailRecord),
  liveTickets: rowsOf(
    z.object({ roomId: z.string(), paid: amount, boughtAt: instant, refundedAt: instant.nullable() }),
  ),
  liveReminders: rowsOf(z.object({ roomId: z.string(), setAt: instant, sentAt: instant.nullable() })),
  /** Rooms in which the fan is presenter or moderator. */
  liveAppointments: rowsOf(z.object({ roomId: z.string(), role: z.enum(['host', 'moderator']), appointedAt: instant })),
  stakes: rowsOf(
    z.object({
      amount,
      periods: z.int().positive(),
      factorPercent: z.int().positive(),
      stakedAt: instant,
      countsFrom: instant,
      returnsAt: instant,
      returnedAt: instant.nullable(),
    }),
  ),
  /** Questions to the AI host of the last 30 days, with the answers that were shown. */
  hostQuestions: rowsOf(
    z.object({ text: z.string(), state: z.string(), hands: amount, answer: z.string().nullable(), askedAt: instant }),
  ),
  /** Shares of pools, with the line of the published list. */
  stakeBonuses: rowsOf(
    z.object({
      periodId: z.iso.date(),
      line: z.int().positive(),
      weight: z.string(),
      points: amount,
      paidAt: instant.nullable(),
    }),
  ),
  chatMessages: rowsOf(
    z.object({ roomId: z.string(), text: z.string(), state: z.enum(['held', 'shown', 'hidden']), sentAt: instant }),
  ),
  chatReports: rowsOf(z.object({ messageId: z.string(), reason: z.string(), reportedAt: instant })),
  chatMutes: rowsOf(
    z.object({
      roomId: z.string().nullable(),
      reason: z.string(),
      mutedAt: instant,
      until: instant.nullable(),
      appeal: z.string().nullable(),
      granted: z.boolean().nullable(),
      liftedAt: instant.nullable(),
    }),
  ),
  chatBlocks: rowsOf(z.object({ nickname: z.string(), blockedAt: instant })),
  /** The fan's acts as a moderator. */
  chatActs: rowsOf(z.object({ roomId: z.string(), action: z.string(), at: instant })),
  testCoins: rowsOf(
    z.object({
      amount,
      /** The coins sent to the wallet instead of a credit of `amount`. */
      sent: sentTestCoins.nullable(),
      grantedAt: instant,
    }),
  ),
});

export const accountDeletionEndpoints = {
  'POST /wallet/api/v1/user/deleteUser': {
    summary:
      'Deletes the account after seven days; signing in before then cancels it. ' +
      'Confirmed by an emailed code (sendEmail, type 5) or by the wallet (walletChallenge, `leave`). ' +
      'Ends all sessions.',
    auth: 'fan',
    body: z.object({
      accountId: accountId.optional(),
      /** The fan's own fan code, typed as confirmation. */
      confirm: codeAsTyped.max(16),
      /** An account with an email needs it. */
      code: mailCode.optional(),
      /** Both are for an account with a wallet. */
      message: walletAnswer.shape.message.optional(),
      signature: walletAnswer.shape.signature.optional(),
    }),
    data: z.object({
      /** The time at which the account is erased. */
      erasesAt: instant,
    }),
    errors: [
      'CONFIRMATION_WRONG',
      'CODE_INVALID',
      'CODE_EXHAUSTED',
      'NOT_A_WALLET_ACCOUNT',
      'WALLET_CHALLENGE_INVALID',
      'WALLET_SIGNATURE_INVALID',
    ],
  },
  'POST /wallet/api/v1/user/getMyData': {
    summary: 'All data that the platform stores about the caller, at one moment. Tightly rate-limited.',
    auth: 'fan',
    safe: true,
    body: z.object({ accountId: accountId.optional() }).default({}),
    data: myData,
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
