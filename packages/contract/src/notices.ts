import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { expectation } from './wording.ts';
import { given } from './luck-parts.ts';
import { amount, instant, page, pageOf } from './primitives.ts';
import { timeZone } from './push.ts';

const noticeFields = {
  noticeId: z.string(),
  createdAt: instant,
  isRead: z.boolean(),
};

/** What fans can mute, each on its own: `closing` is a day before a close, `lastHour` an hour. */
const noticeTopic = z.enum([
  'idol',
  'opening',
  'closing',
  'lastHour',
  'quarantine',
  'gifts',
  'invites',
  'claims',
  'expiry',
  'luck',
  'live',
]);

/** Topics that a list shows together. */
const noticeGroup = z.enum(['voting', 'rewards', 'events']);

const idolNames = z.object({ idolId: z.string(), name: z.string() });

/** A notice to a fan. Each kind has what its words and its link need. */
export const notice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('expiry'),
    ...noticeFields,
    daysLeft: z.union([z.literal(7), z.literal(1)]),
    /** The assets that expire, with the instant at which they are gone. */
    assets: z.array(given.pick({ assetName: true, amount: true }).extend({ expiresAt: instant })).min(1),
  }),
  /** An order that could not be delivered, whose Points are back. */
  z.object({
    kind: z.literal('orderRefunded'),
    ...noticeFields,
    orderId: z.string(),
    title: z.string(),
    paid: amount,
  }),
  z.object({
    kind: z.literal('raffleWon'),
    ...noticeFields,
    activityId: z.string(),
    title: z.string(),
    prizeTitle: z.string(),
  }),
  z.object({ kind: z.literal('raffleLost'), ...noticeFields, activityId: z.string(), title: z.string() }),
  /** The end of an election was moved, in which the fan has cast or held votes. */
  z.object({
    kind: z.literal('endMoved'),
    ...noticeFields,
    activityId: z.string(),
    title: z.string(),
    reason: z.string(),
    formerEnd: instant,
    newEnd: instant,
  }),
  /** A live room of which the fan wanted to be reminded opens soon. */
  z.object({
    kind: z.literal('liveReminder'),
    ...noticeFields,
    roomId: z.string(),
    title: z.string(),
    opensAt: instant,
  }),
  /** A live room was cancelled or failed, and the Points for its ticket are back. */
  z.object({ kind: z.literal('liveRefunded'), ...noticeFields, roomId: z.string(), title: z.string(), paid: amount }),
  /** A moderator muted the fan: in a room, or everywhere when `roomId` is null; without end when `until` is null. */
  z.object({
    kind: z.literal('chatMuted'),
    ...noticeFields,
    muteId: z.string(),
    roomId: z.string().nullable(),
    until: instant.nullable(),
    reason: z.string(),
  }),
  /** A moderator ended a mute: one of a room, or one that held everywhere when `roomId` is null. */
  z.object({ kind: z.literal('chatMuteLifted'), ...noticeFields, muteId: z.string(), roomId: z.string().nullable() }),
  /** An operator's decision about the fan's appeal. */
  z.object({ kind: z.literal('chatAppealDecided'), ...noticeFields, muteId: z.string(), granted: z.boolean() }),
  /** Featured fan of a day in the AI host's room. */
  z.object({ kind: z.literal('featuredFan'), ...noticeFields, day: z.iso.date(), hands: z.int().positive() }),
  /** The fan's main idol was passed within an hour. */
  z.object({
    kind: z.literal('idolPassed'),
    ...noticeFields,
    activityId: z.string(),
    idol: idolNames.extend({ rank: z.int().positive() }),
    /** The nearest of those who passed her, and the votes that pass her again. */
    passer: idolNames.extend({ rank: z.int().positive(), votesToPass: z.int().positive() }),
    /** How many more passed her. */
    others: z.int().nonnegative(),
  }),
  /** A round ends within 24 hours or within one, in which the fan has cast or held votes. */
  z.object({
    kind: z.literal('roundCloses'),
    ...noticeFields,
    activityId: z.string(),
    title: z.string(),
    hours: z.union([z.literal(24), z.literal(1)]),
    closesAt: instant,
  }),
  z.object({ kind: z.enum(['walletLinked', 'walletUnlinked']), ...noticeFields, wallet: z.string() }),
  /** A round has opened, for which the fan holds votes, or in which a followed idol stands. */
  z.object({
    kind: z.literal('roundOpens'),
    ...noticeFields,
    activityId: z.string(),
    title: z.string(),
    closesAt: instant,
  }),
  /** A packet opens in minutes, or a box, envelope or raffle has opened; for fans who took part in luck within a month. */
  z.object({
    kind: z.literal('luckOpens'),
    ...noticeFields,
    luckKind: z.enum(['packet', 'box', 'envelope', 'raffle']),
    luckId: z.string(),
    title: z.string(),
    opensAt: instant,
    closesAt: instant,
  }),
  /** Votes of the fan wait for a check before they count. */
  z.object({ kind: z.literal('votesSetAside'), ...noticeFields, activityId: z.string(), title: z.string() }),
  /** Votes that waited count now, or never will. */
  z.object({
    kind: z.literal('votesDecided'),
    ...noticeFields,
    activityId: z.string(),
    title: z.string(),
    num: amount,
    verdict: z.enum(['released', 'voided']),
    reason: z.string(),
  }),
  /** Another fan gave tickets; the record of gifts names the fan. */
  z.object({
    kind: z.literal('giftReceived'),
    ...noticeFields,
    activityId: z.string(),
    title: z.string(),
    num: amount,
  }),
  /** Somebody signed up with the fan's invite link. */
  z.object({ kind: z.literal('friendJoined'), ...noticeFields }),
  /** An invited fan's first vote counted, and the reward is paid. */
  z.object({ kind: z.literal('inviteRewarded'), ...noticeFields, points: amount }),
  /** A reward that waited is paid: of a held claim, a reviewed video or a round of riddles. */
  z.object({ kind: z.literal('rewardPaid'), ...noticeFields, taskId: z.string(), title: z.string(), points: amount }),
  z.object({
    kind: z.literal('rewardRefused'),
    ...noticeFields,
    taskId: z.string(),
    title: z.string(),
    reason: z.string(),
  }),
  /** A form was confirmed, so that its reward can be claimed. */
  z.object({ kind: z.literal('rewardReady'), ...noticeFields, taskId: z.string(), title: z.string(), points: amount }),
]);

const topics = z.object({
  /** Every topic, in the order to show; those of a group follow each other. */
  list: z.array(z.object({ topic: noticeTopic, group: noticeGroup, isMuted: z.boolean() })),
});

const digestSettings = z.object({
  /** When a mail sums up what is unread: never, each morning, or on Mondays, at 09:00 of the fan's zone. */
  rhythm: z.enum(['off', 'daily', 'weekly']),
  /** Without an email none is sent. */
  hasEmail: z.boolean(),
});

/** A row of the data export. */
export const digestRecord = z.object({ rhythm: digestSettings.shape.rhythm.exclude(['off']), timeZone: z.string() });

/** A row of the data export. */
export const digestMailRecord = z.object({ day: z.iso.date(), notices: z.int().positive(), sentAt: instant });

/** A row of the data export. */
export const mutedTopicRecord = z.object({ topic: noticeTopic, mutedAt: instant });

const unread = z.int().nonnegative();

/** Notices in the app. The specification has none. */
export const noticeEndpoints = {
  'GET /wallet/api/v1/notice/getNotices': {
    summary:
      "The caller's notices, newest first; of one topic or group, or of what belongs to none (`account`). " +
      'Total and unread count them alone.',
    auth: 'fan',
    safe: true,
    query: page.extend({ topic: z.enum([...noticeTopic.options, ...noticeGroup.options, 'account']).optional() }),
    data: pageOf(notice).extend({ unread }),
    errors: [],
  },
  'GET /wallet/api/v1/notice/getUnreadCount': {
    summary: 'How many notices the caller has not read.',
    auth: 'fan',
    safe: true,
    data: z.object({ unread }),
    errors: [],
  },
  'POST /wallet/api/v1/notice/markRead': {
    summary: "Marks the caller's notices up to one as read. Answers how many are left.",
    auth: 'fan',
    body: z.object({
      noticeId: z.string().regex(/^\d{1,15}$/, expectation({ en_US: 'the id of a notice', zh_TW: '通知的 ID' })),
    }),
    data: z.object({ unread }),
    errors: [],
  },
  'GET /wallet/api/v1/notice/getTopics': {
    summary: 'The topics of notices, and which of them the caller has muted.',
    auth: 'fan',
    safe: true,
    data: topics,
    errors: [],
  },
  'POST /wallet/api/v1/notice/muteTopic': {
    summary:
      'Mutes a topic or ends that; a repeat changes nothing. While it is muted, no notice of it is written, ' +
      'and none follows later. Notices from before stay.',
    auth: 'fan',
    body: z.object({ topic: noticeTopic, muted: z.boolean() }),
    data: topics,
    errors: [],
  },
  'GET /wallet/api/v1/notice/getDigest': {
    summary: 'Whether mails sum up what the caller has not read, and how often.',
    auth: 'fan',
    safe: true,
    data: digestSettings,
    errors: [],
  },
  'POST /wallet/api/v1/notice/setDigest': {
    summary: 'Chooses how often a mail sums up what is unread; notices from before are in none.',
    auth: 'fan',
    body: z.object({ rhythm: digestSettings.shape.rhythm, timeZone }),
    data: digestSettings,
    errors: [],
  },
  'POST /wallet/api/v1/notice/stopDigest': {
    summary: 'Ends the digests of the fan whom the link of a mail names, without a sign-in; a repeat changes nothing.',
    auth: 'public',
    body: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{39,120}$/) }),
    data: z.object({ rhythm: z.literal('off') }),
    errors: ['DIGEST_LINK_INVALID'],
  },
} as const satisfies Record<Route, Endpoint>;
