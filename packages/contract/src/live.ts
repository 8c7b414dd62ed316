import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { amount, id, instant, line, page, pageOf, shownPrice } from './primitives.ts';

/**
 * `coming`: not begun. `onAir`: now. `over`: ended as planned. `cancelled`, `failed`: by an operator, or because nothing was
 * broadcast; every ticket is refunded.
 */
const roomState = z.enum(['coming', 'onAir', 'over', 'cancelled', 'failed']);

/** `recording`: made before, which is always said. `live`: broadcast at this moment. */
const roomKind = z.enum(['recording', 'live']);

/** Names the room's picture on the wire; the specification's own word. */
const streamName = line.min(1).max(64);

/** A player's right to watch a room, and what its beats are counted by. A secret of that player. */
const sessionId = z.string().regex(/^[\w.-]{16,120}$/);

/** A fan's ticket. `refunded`: its Points are back. */
const ticket = z.object({
  ticketId: z.string(),
  paid: amount,
  boughtAt: instant,
  state: z.enum(['valid', 'refunded']),
});

export const liveRoom = z.object({
  roomId: z.string(),
  streamName,
  title: z.string(),
  description: z.string(),
  coverUrl: z.string(),
  /** The presenter; the idol of the platform, if it is one. */
  host: z.object({ name: z.string(), idolId: z.string().nullable(), pictureUrl: z.string() }),
  kind: roomKind,
  state: roomState,
  opensAt: instant,
  /** Null for a room that is always on. */
  closesAt: instant.nullable(),
  /** The price in Points; 0 is free and needs no ticket. */
  price: amount,
  /** Null without a limit. */
  seats: z.object({ total: z.int().positive(), left: z.int().nonnegative() }).nullable(),
  /** Fans and visitors whose players said within 45 seconds that they play; of one network at most 20 visitors count. */
  viewers: z.int().nonnegative(),
  /** Plays of at least 30 seconds, at most one for each fan and hour. */
  plays: z.int().nonnegative(),
  /** The time until which a room that is over can be watched again; null without a replay, or before the end. */
  replayUntil: instant.nullable(),
  /** The caller's own; null and false for visitors. */
  myTicket: ticket.nullable(),
  isReminded: z.boolean(),
});

/** A picture that a player may load now. */
const playback = z.object({
  /** The address of the HLS playlist; the token is in its path. */
  url: z.string(),
  expiresAt: instant,
  kind: roomKind,
  sessionId,
});

const watchErrors = ['LIVE_ROOM_NOT_FOUND', 'LIVE_ROOM_NOT_ON_AIR', 'LIVE_TICKET_MISSING'] as const;

/** The specification names `{token}`, `ticket/buy` and `statistics/play_count`; the other calls are ours. */
export const liveEndpoints = {
  'GET /activity/api/v1/jplive/rooms': {
    summary: 'Rooms on air, rooms to come, soonest first, and a page of those that are over, newest first.',
    auth: 'optional',
    safe: true,
    query: page,
    data: z.object({ onAir: z.array(liveRoom), coming: z.array(liveRoom), over: pageOf(liveRoom) }),
    errors: [],
  },
  'GET /activity/api/v1/jplive/room': {
    summary: 'A room, with what the caller may do in it.',
    auth: 'optional',
    safe: true,
    query: z.object({ roomId: id }),
    data: z.object({
      room: liveRoom,
      /** Whether a token would be given now: on air or with a replay, and free or with a valid ticket. */
      mayWatch: z.boolean(),
      hasChat: z.boolean(),
      /** The caller is a presenter of the room (`isHost`), or moderates its chat. */
      isHost: z.boolean(),
      isModerator: z.boolean(),
      /** Whether the caller goes on air from the browser. */
      hasStudio: z.boolean(),
    }),
    errors: ['LIVE_ROOM_NOT_FOUND'],
  },
  'POST /activity/api/v1/jplive/ticket/buy': {
    summary: 'Buys the caller’s ticket of a room, one per fan; a second call gets the first answer.',
    auth: 'fan',
    idempotency: 'optional',
    body: z.object({ roomId: id, price: shownPrice }),
    data: z.object({ ticketId: z.string(), paid: amount, available: amount }),
    errors: [
      'LIVE_ROOM_NOT_FOUND',
      'LIVE_ROOM_FREE',
      'LIVE_ROOM_OVER',
      'LIVE_ROOM_CANCELLED',
      'LIVE_SOLD_OUT',
      'LIVE_PRICE_CHANGED',
      'INSUFFICIENT_POINTS',
    ],
  },
  'POST /activity/api/v1/jplive/remind': {
    summary: 'Sets or clears the caller’s reminder, a notice shortly before the room opens.',
    auth: 'fan',
    body: z.object({ roomId: id, remind: z.boolean() }),
    data: z.object({ isReminded: z.boolean() }),
    errors: ['LIVE_ROOM_NOT_FOUND', 'LIVE_ROOM_OVER', 'LIVE_ROOM_CANCELLED'],
  },
  'POST /activity/api/v1/jplive/token': {
    summary:
      'Opens a session to watch a room. Of a ticket only the newest session plays, ' +
      'of a fan without one the newest four. It ends with the fan’s sign-in.',
    auth: 'optional',
    body: z.object({
      streamName,
      /** A player of the system that cannot change the address while it plays; its token lasts until the room’s end. */
      native: z.boolean().default(false),
    }),
    data: playback,
    errors: [...watchErrors, 'LIVE_NO_PICTURE'],
  },
  'POST /activity/api/v1/jplive/watch': {
    summary: 'The beat of a player, every 20 seconds: presence, watch time, and the next token.',
    auth: 'optional',
    body: z.object({ sessionId, playing: z.boolean() }),
    data: playback.omit({ sessionId: true }).extend({
      state: roomState,
      viewers: z.int().nonnegative(),
      /** Watched seconds by the server’s clock, in this session; 0 for visitors, whose plays do not count. */
      watchedSeconds: z.int().nonnegative(),
    }),
    errors: [...watchErrors, 'LIVE_SESSION_TAKEN', 'LIVE_SESSION_UNKNOWN'],
  },
  'POST /activity/api/v1/jplive/statistics/play_count': {
    summary: 'Counts a play after 30 seconds of watching, one for each fan, room and hour; a repeat changes nothing.',
    auth: 'optional',
    body: z.object({ streamName }),
    data: z.object({
      /** Whether the caller’s play of this hour counts, now or from an earlier call. */
      counted: z.boolean(),
      plays: z.int().nonnegative(),
    }),
    errors: ['LIVE_ROOM_NOT_FOUND'],
  },
} as const satisfies Record<Route, Endpoint>;
