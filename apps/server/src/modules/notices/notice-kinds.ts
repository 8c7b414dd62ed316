import type { Contract, DataOf } from '@lightstick/contract';
import * as z from 'zod';

const texts = z.object({ en_US: z.string(), zh_TW: z.string() });
const amount = z.int().positive();

/** Every kind of notice with its parameters, as `notice.parameters` stores them. */
export const noticeKinds = {
  /** All that expires on one day, 7 days and 1 day before. */
  expiry: z.object({
    daysLeft: z.union([z.literal(7), z.literal(1)]),
    assets: z.array(z.object({ asset: z.string(), amount, expiresAt: z.iso.datetime() })).min(1),
  }),
  /** The Points of an order that could not be delivered are back. */
  orderRefunded: z.object({ orderId: z.string(), title: texts, paid: amount }),
  raffleWon: z.object({ activityId: z.string(), title: texts, prizeTitle: texts }),
  raffleLost: z.object({ activityId: z.string(), title: texts }),
  /** The end of a vote was moved, in which the fan has cast or held votes. */
  endMoved: z.object({
    activityId: z.string(),
    title: texts,
    reason: texts,
    formerEnd: z.iso.datetime(),
    newEnd: z.iso.datetime(),
  }),
  /** A room opens soon, of which the fan wants to be reminded. */
  liveReminder: z.object({ roomId: z.string(), title: texts, opensAt: z.iso.datetime() }),
  /** The Points of a ticket are back, because its room was cancelled or had no picture. */
  liveRefunded: z.object({ roomId: z.string(), title: texts, paid: amount }),
  chatMuted: z.object({
    muteId: z.string(),
    roomId: z.string().nullable(),
    until: z.iso.datetime().nullable(),
    reason: z.string(),
  }),
  chatMuteLifted: z.object({ muteId: z.string(), roomId: z.string().nullable() }),
  chatAppealDecided: z.object({ muteId: z.string(), granted: z.boolean() }),
  /** The featured fan of the AI host's room, by the most raised hands of a day. */
  featuredFan: z.object({ day: z.iso.date(), hands: amount }),
  /** The main idol of the fan was passed since the hour before. */
  idolPassed: z.object({
    activityId: z.string(),
    idol: z.object({ idolId: z.string(), name: texts, rank: amount }),
    passer: z.object({ idolId: z.string(), name: texts, rank: amount, votesToPass: amount }),
    others: z.int().nonnegative(),
  }),
  /** A round ends within 24 hours, in which the fan has cast or held votes or a followed idol stands. */
  roundCloses: z.object({ activityId: z.string(), title: texts, closesAt: z.iso.datetime() }),
  /** The same within the last hour, a kind of its own so that fans can mute one of the two. */
  roundClosesInHour: z.object({ activityId: z.string(), title: texts, closesAt: z.iso.datetime() }),
  roundOpens: z.object({ activityId: z.string(), title: texts, closesAt: z.iso.datetime() }),
  luckOpens: z.object({
    luckKind: z.enum(['packet', 'box', 'envelope', 'raffle']),
    luckId: z.string(),
    title: texts,
    opensAt: z.iso.datetime(),
    closesAt: z.iso.datetime(),
  }),
  votesSetAside: z.object({ activityId: z.string(), title: texts }),
  /** What one decision says about a fan's votes. */
  votesDecided: z.object({
    activityId: z.string(),
    title: texts,
    num: amount,
    verdict: z.enum(['released', 'voided']),
    reason: texts,
  }),
  /** Without the giver, whose name belongs to them; the record of gifts shows it. */
  giftReceived: z.object({ activityId: z.string(), title: texts, num: amount }),
  friendJoined: z.object({}),
  inviteRewarded: z.object({ points: amount }),
  /** A reward that waited for a review or a close, not one that the fan has just claimed. */
  rewardPaid: z.object({ taskId: z.string(), title: texts, points: amount }),
  rewardRefused: z.object({ taskId: z.string(), title: texts, reason: texts }),
  rewardReady: z.object({ taskId: z.string(), title: texts, points: amount }),
  /** The wallet to which the pieces of an email account move. */
  walletLinked: z.object({ wallet: z.string() }),
  walletUnlinked: z.object({ wallet: z.string() }),
} as const satisfies Record<string, z.ZodType>;

export type NoticeKind = keyof typeof noticeKinds;

/** The kinds that this release can put into words; a later release may have written others. */
export const allKinds = Object.keys(noticeKinds) as NoticeKind[];

export type ParametersOf<Kind extends NoticeKind> = z.output<(typeof noticeKinds)[Kind]>;

type ListedTopic = DataOf<Contract['GET /wallet/api/v1/notice/getTopics']>['list'][number];
export type Topic = ListedTopic['topic'];
export type TopicGroup = ListedTopic['group'];

/** The group of every topic that fans can mute, in the order to show. */
export const groupOf = {
  idol: 'voting',
  opening: 'voting',
  closing: 'voting',
  lastHour: 'voting',
  quarantine: 'voting',
  gifts: 'rewards',
  invites: 'rewards',
  claims: 'rewards',
  expiry: 'rewards',
  luck: 'events',
  live: 'events',
} as const satisfies Readonly<Record<Topic, TopicGroup>>;

export const topics = Object.keys(groupOf) as Topic[];

/** What a kind is about; null for what concerns the account, which cannot be muted. */
export const topicOf: Readonly<Record<NoticeKind, Topic | null>> = {
  idolPassed: 'idol',
  roundOpens: 'opening',
  luckOpens: 'luck',
  roundCloses: 'closing',
  endMoved: 'closing',
  roundClosesInHour: 'lastHour',
  votesSetAside: 'quarantine',
  votesDecided: 'quarantine',
  giftReceived: 'gifts',
  friendJoined: 'invites',
  inviteRewarded: 'invites',
  rewardPaid: 'claims',
  rewardRefused: 'claims',
  rewardReady: 'claims',
  expiry: 'expiry',
  raffleWon: 'luck',
  raffleLost: 'luck',
  liveReminder: 'live',
  featuredFan: 'live',
  orderRefunded: null,
  liveRefunded: null,
  chatMuted: null,
  chatMuteLifted: null,
  chatAppealDecided: null,
  walletLinked: null,
  walletUnlinked: null,
};
