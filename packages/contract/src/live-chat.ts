import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { expectation } from './wording.ts';
import { publicReason, why } from './operators.ts';
import { id, instant, line, page, pageOf, shownBadge, shownLevel } from './primitives.ts';
import { visibleLine, visibleText } from './visible-text.ts';

const muteId = z.string().regex(/^\d{1,15}$/, expectation({ en_US: 'the id of a mute', zh_TW: '禁言的 ID' }));
const messageId = z.string().regex(/^\d{1,15}$/, expectation({ en_US: 'the id of a message', zh_TW: '訊息的 ID' }));

/** Longest message, in characters as a person counts them. */
const messageLength = 200;

const chatMessage = z.object({
  messageId,
  /** The same for every message of an author in this room, and of no use elsewhere. */
  authorKey: z.string(),
  /** The author’s nickname and picture; there is no profile behind them. */
  nickname: z.string(),
  level: shownLevel,
  badge: shownBadge,
  avatarUrl: z.string(),
  text: z.string(),
  sentAt: instant,
  /** Only presenters (`host`) and moderators have a mark. */
  role: z.enum(['fan', 'moderator', 'host']),
});

/**
 * The state of writing. `open`. `held`: messages wait for a moderator. `readOnly`: no moderator has been on duty for
 * too long. `paused`: by a moderator. `closed`: the room is not on air.
 */
const chatState = z.object({
  state: z.enum(['open', 'held', 'readOnly', 'paused', 'closed']),
  /** Seconds between two messages of a fan. */
  slowModeSeconds: z.int().nonnegative(),
  /** A moderator has every message wait; without it, messages are held while none is on duty. */
  holdAll: z.boolean(),
  moderatorsOnly: z.boolean(),
  pinned: chatMessage.nullable(),
});

const reportReason = z.enum(['insult', 'sexual', 'spam', 'privateDetails', 'childSafety', 'other']);
const muteLength = z.enum(['fiveMinutes', 'thisRoom', 'forEver']);

/** A message that waits for a moderator, with why. */
const waitingMessage = chatMessage.extend({
  roomId: z.string(),
  state: z.enum(['held', 'shown', 'hidden']),
  /** The reason for the wait; `reports` when fans reported it. */
  because: z.enum(['hold', 'filter', 'newAccount', 'reports', 'childSafety']),
  reports: z.array(z.object({ reason: reportReason, count: z.int().positive() })),
  /** Locked for the authorities: it stays hidden and is kept, and only operators decide about it. */
  isLocked: z.boolean(),
});

/** The caller’s mute, with its reason and whether they have appealed. */
const mute = z.object({
  muteId: z.string(),
  /** Null when it has no end. */
  until: instant.nullable(),
  reason: z.string(),
  appeal: z.enum(['none', 'open', 'granted', 'refused']),
});

const refusalsOfModerators = ['LIVE_ROOM_NOT_FOUND', 'CHAT_NOT_MODERATOR'] as const;

/** The chat of live rooms. The specification lacks it. */
export const liveChatEndpoints = {
  'GET /activity/api/v1/jplive/chat/stream': {
    summary:
      'The chat of a room as server-sent events, batched twice a second. ' +
      'The first one has the last 50 messages, or those after the `Last-Event-ID`.',
    auth: 'optional',
    safe: true,
    /** Browsers send the header `Last-Event-ID` instead, if they can. */
    query: z.object({ roomId: id, lastEventId: line.max(64).optional() }),
    streams: true,
    data: z.object({
      messages: z.array(chatMessage),
      /** Messages that are no longer shown. */
      removed: z.array(messageId),
      /** The state when it has changed, and in the first event. */
      chat: chatState.nullable(),
    }),
    errors: ['LIVE_ROOM_NOT_FOUND', 'CHAT_MISSING', 'LIVE_TICKET_MISSING'],
  },
  'GET /activity/api/v1/jplive/chat/mine': {
    summary: 'What holds for the caller in a chat: mutes, and authors whom they block.',
    auth: 'fan',
    safe: true,
    query: z.object({ roomId: id }),
    data: z.object({
      isModerator: z.boolean(),
      mute: mute.nullable(),
      /** The caller’s messages that wait for a moderator. */
      held: z.array(z.object({ messageId, text: z.string(), sentAt: instant })),
      /** The last messages whose authors the caller blocks. */
      blocked: z.array(messageId),
      /** The keys of every fan whom the caller blocks, to hide their later messages. */
      blockedAuthors: z.array(z.string()),
      /** Nicknames of the fans whom the caller blocks, to end that. */
      blockedFans: z.array(z.object({ blockId: z.string(), nickname: z.string() })),
    }),
    errors: ['LIVE_ROOM_NOT_FOUND'],
  },
  'POST /activity/api/v1/jplive/chat/send': {
    summary: 'Writes a message. The answer says whether it is shown or waits for a moderator.',
    auth: 'fan',
    body: z.object({
      roomId: id,
      /** Hidden characters are refused; characters are counted as a person counts them. */
      text: visibleText(messageLength),
      /** Made by the client; a message that comes twice is written once, and another one with its id is refused. */
      clientId: z.uuid(),
    }),
    data: z.object({ messageId, state: z.enum(['shown', 'held']) }),
    errors: [
      'LIVE_ROOM_NOT_FOUND',
      'CHAT_MISSING',
      'LIVE_TICKET_MISSING',
      'CHAT_CLOSED',
      'CHAT_PAUSED',
      'CHAT_READ_ONLY',
      'CHAT_MODERATORS_ONLY',
      'CHAT_MUTED',
      'CHAT_TOO_FAST',
      'CHAT_REPEATED',
      'CHAT_TOO_LONG',
      'IDEMPOTENCY_KEY_REUSED',
      'CHAT_LINK',
      'CHAT_CONTACT',
      'CHAT_FULL',
    ],
  },
  'POST /activity/api/v1/jplive/chat/report': {
    summary:
      'Reports a message. About child safety it is hidden at once, except what hosts and moderators wrote, ' +
      'and what is reported by a fan whose reports were found to be false or are many.',
    auth: 'fan',
    body: z.object({ messageId, reason: reportReason }),
    data: z.object({ reported: z.literal(true) }),
    errors: ['CHAT_MESSAGE_NOT_FOUND', 'REPORTS_USED_UP'],
  },
  'POST /activity/api/v1/jplive/chat/block': {
    summary: 'Hides the author of a message from the caller.',
    auth: 'fan',
    body: z.object({ messageId }),
    data: z.object({ blockId: z.string(), authorKey: z.string() }),
    errors: ['CHAT_MESSAGE_NOT_FOUND', 'CHAT_BLOCK_ONESELF', 'CHAT_BLOCKS_USED_UP'],
  },
  'POST /activity/api/v1/jplive/chat/unblock': {
    summary: 'Shows an author again.',
    auth: 'fan',
    body: z.object({
      blockId: z.string().regex(/^\d{1,15}$/, expectation({ en_US: 'the id of a block', zh_TW: '封鎖的 ID' })),
    }),
    data: z.object({}),
    errors: [],
  },
  'POST /activity/api/v1/jplive/chat/appeal': {
    summary: 'Appeals against a mute, once; an operator decides.',
    auth: 'fan',
    body: z.object({ muteId, text: visibleLine(500) }),
    data: z.object({ appeal: z.literal('open') }),
    errors: ['CHAT_MUTE_NOT_FOUND', 'CHAT_APPEALED'],
  },
  'POST /activity/api/v1/jplive/chat/duty': {
    summary: 'The beat of a moderator on duty, every 20 seconds, or the end of it. Without one the chat is held.',
    auth: 'fan',
    body: z.object({ roomId: id, onDuty: z.boolean() }),
    data: z.object({ onDuty: z.int().nonnegative(), waiting: z.int().nonnegative() }),
    errors: [...refusalsOfModerators],
  },
  'GET /activity/api/v1/jplive/chat/queue': {
    summary: 'Messages that wait for a moderator: child safety first, then reports, then held ones, oldest first.',
    auth: 'fan',
    safe: true,
    query: page.extend({ roomId: id }),
    data: pageOf(waitingMessage),
    errors: [...refusalsOfModerators],
  },
  'POST /activity/api/v1/jplive/chat/moderate': {
    summary: 'Shows or removes a message, pins it, or takes the pin away.',
    auth: 'fan',
    body: z.object({ messageId, action: z.enum(['show', 'remove', 'pin', 'unpin']) }),
    data: z.object({ state: z.enum(['shown', 'hidden']) }),
    errors: ['CHAT_MESSAGE_NOT_FOUND', 'CHAT_NOT_MODERATOR', 'CHAT_MESSAGE_LOCKED'],
  },
  'POST /activity/api/v1/jplive/chat/mute': {
    summary:
      'Mutes the author of a message, who gets a notice with the reason. ' +
      'A repeat while that mute holds gets the first answer.',
    auth: 'fan',
    body: z.object({ messageId, length: muteLength, reason: publicReason, removeMessages: z.boolean() }),
    data: z.object({ muteId: z.string() }),
    errors: ['CHAT_MESSAGE_NOT_FOUND', 'CHAT_NOT_MODERATOR', 'CHAT_MUTE_MODERATOR'],
  },
  'GET /activity/api/v1/jplive/chat/mutes': {
    summary: 'Mutes that hold in a room and that its moderators may lift, newest first.',
    auth: 'fan',
    safe: true,
    query: page.extend({ roomId: id }),
    data: pageOf(
      mute.pick({ muteId: true, until: true, reason: true }).extend({ nickname: z.string(), mutedAt: instant }),
    ),
    errors: [...refusalsOfModerators],
  },
  'POST /activity/api/v1/jplive/chat/liftMute': {
    summary:
      'Ends a mute of the room, or one for ever that was given in it. The fan gets a notice; a repeat changes nothing.',
    auth: 'fan',
    body: z.object({ roomId: id, muteId }),
    data: z.object({ lifted: z.literal(true) }),
    errors: [...refusalsOfModerators, 'CHAT_MUTE_NOT_FOUND'],
  },
  'POST /activity/api/v1/jplive/chat/settings': {
    summary: 'Changes how a chat works; fields that are left out stay.',
    auth: 'fan',
    body: z.object({
      roomId: id,
      slowModeSeconds: z.int().min(0).max(300).optional(),
      holdAll: z.boolean().optional(),
      moderatorsOnly: z.boolean().optional(),
      isPaused: z.boolean().optional(),
    }),
    data: chatState,
    errors: [...refusalsOfModerators],
  },
  'GET /operator/api/v1/chat/queue': {
    summary: 'Reported messages and open appeals of every room, child safety first.',
    auth: 'operator',
    safe: true,
    roles: ['moderator', 'auditor'],
    scope: 'chat',
    query: page,
    data: pageOf(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('message'), message: waitingMessage, accountId: z.string() }),
        z.object({
          kind: z.literal('appeal'),
          muteId: z.string(),
          accountId: z.string(),
          reason: z.string(),
          text: z.string(),
          appealedAt: instant,
        }),
      ]),
    ),
    errors: [],
  },
  'POST /operator/api/v1/chat/decide': {
    summary: 'Decides about a reported message: it is shown again, or stays hidden.',
    auth: 'operator',
    roles: ['moderator'],
    scope: 'chat',
    idempotency: 'required',
    body: z.object({ messageId, show: z.boolean(), why }),
    data: z.object({ state: z.enum(['shown', 'hidden']) }),
    errors: ['CHAT_MESSAGE_NOT_FOUND'],
  },
  'POST /operator/api/v1/chat/decideAppeal': {
    summary: 'Ends a mute after an appeal, or keeps it.',
    auth: 'operator',
    roles: ['moderator'],
    scope: 'chat',
    idempotency: 'required',
    body: z.object({ muteId, granted: z.boolean(), why }),
    data: z.object({ appeal: z.enum(['granted', 'refused']) }),
    errors: ['CHAT_MUTE_NOT_FOUND', 'CHAT_APPEAL_NOT_OPEN'],
  },
} as const satisfies Record<Route, Endpoint>;
