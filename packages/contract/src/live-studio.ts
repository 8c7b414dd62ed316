import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { expectation } from './wording.ts';
import { liveRoom } from './live.ts';
import { amount, id, instant, page, pageOf } from './primitives.ts';
import { why } from './operators.ts';
import { visibleLine } from './visible-text.ts';

const editors = ['editor'] as const;
const roomOnly = z.object({ roomId: id, why });
const role = z.enum(['host', 'moderator']);

/**
 * The source of the picture: a recording on schedule, a recording in a loop, the presenter’s browser, RTMP, or an
 * address.
 */
export const liveSource = z.enum(['recording', 'loop', 'studio', 'rtmp', 'external']);

/** A room as operators see it. */
const managedRoom = liveRoom
  .omit({ myTicket: true, isReminded: true })
  .extend({ source: liveSource, ticketsSold: z.int().nonnegative(), ticketsToRefund: z.int().nonnegative() });

/**
 * A presenter's browser puts CMAF segments here in order: `PUT {path}/{broadcastId}/init`, then `/0`, `/1` and so on. A
 * repeated segment changes nothing. The answer is 204, or the envelope of a refusal with an error status.
 */
export const segmentUploadPath = '/activity/api/v1/jplive/studio/broadcast';
/** A segment of a presenter’s browser lasts about a second, and at most this long. */
export const mostSegmentSeconds = 4;
export const mostUploadedSegmentBytes = 2_000_000;
/** The minutes before its room opens in which a broadcast may begin. What comes before the opening is not kept. */
export const rehearsalMinutes = 30;

/** The calls of presenters and operators. The specification lacks them. */
export const liveStudioEndpoints = {
  'GET /activity/api/v1/jplive/studio/rooms': {
    summary: 'The rooms that the caller hosts from the browser, coming and on air.',
    auth: 'fan',
    safe: true,
    data: z.object({ rooms: z.array(liveRoom) }),
    errors: [],
  },
  'POST /activity/api/v1/jplive/studio/start': {
    summary: 'Begins a broadcast from the caller’s browser. It takes over from the broadcast of the room before.',
    auth: 'fan',
    body: z.object({ roomId: id }),
    data: z.object({ broadcastId: z.string() }),
    errors: ['LIVE_ROOM_NOT_FOUND', 'LIVE_NOT_HOST', 'LIVE_STUDIO_CLOSED', 'LIVE_ROOM_OVER', 'LIVE_ROOM_CANCELLED'],
  },
  'POST /activity/api/v1/jplive/studio/stop': {
    summary: 'Ends the caller’s broadcast, and with `endRoom` the room, if it is on air. A repeat changes nothing.',
    auth: 'fan',
    body: z.object({ broadcastId: id, endRoom: z.boolean() }),
    data: z.object({ room: liveRoom }),
    errors: ['LIVE_BROADCAST_NOT_FOUND', 'LIVE_BROADCAST_ENDED'],
  },
  'GET /operator/api/v1/live/list': {
    summary: 'All rooms, newest first.',
    auth: 'operator',
    safe: true,
    roles: ['editor', 'moderator', 'auditor'],
    scope: 'live',
    query: page,
    data: pageOf(managedRoom),
    errors: [],
  },
  'POST /operator/api/v1/live/create': {
    summary: 'Creates a room.',
    auth: 'operator',
    roles: editors,
    scope: 'live',
    idempotency: 'required',
    body: z.object({
      roomId: z
        .string()
        .regex(
          /^[a-z0-9-]{3,40}$/,
          expectation({ en_US: 'small letters, digits and dashes', zh_TW: '小寫字母、數字與連字號' }),
        ),
      title: z.object({ en_US: visibleLine(80), zh_TW: visibleLine(80) }),
      description: z.object({ en_US: visibleLine(300), zh_TW: visibleLine(300) }),
      hostName: z.object({ en_US: visibleLine(40), zh_TW: visibleLine(40) }),
      source: liveSource.exclude(['loop']),
      /** The address of the source `external`: HLS that the platform’s settings allow. */
      address: z.url().max(500).optional(),
      opensAt: instant,
      closesAt: instant,
      price: amount,
      seats: z.int().positive().nullable(),
      /** The hours for which it can be watched again. */
      replayHours: z.int().nonnegative().max(8760),
      hasChat: z.boolean(),
      why,
    }),
    data: z.object({ room: managedRoom }),
    errors: ['LIVE_ROOM_EXISTS', 'LIVE_TIMES_WRONG', 'LIVE_ADDRESS_REFUSED', 'LIVE_ENCODERS_OFF'],
  },
  'POST /operator/api/v1/live/open': {
    summary: 'Opens a coming room now.',
    auth: 'operator',
    roles: editors,
    scope: 'live',
    idempotency: 'required',
    body: roomOnly,
    data: z.object({ room: managedRoom }),
    errors: ['LIVE_ROOM_NOT_FOUND', 'LIVE_ROOM_OVER', 'LIVE_ROOM_CANCELLED'],
  },
  'POST /operator/api/v1/live/close': {
    summary: 'Ends a room that is on air now.',
    auth: 'operator',
    roles: editors,
    scope: 'live',
    idempotency: 'required',
    body: roomOnly,
    data: z.object({ room: managedRoom }),
    errors: ['LIVE_ROOM_NOT_FOUND', 'LIVE_ROOM_NOT_ON_AIR'],
  },
  'POST /operator/api/v1/live/cancel': {
    summary: 'Cancels a room that is not over; every ticket is refunded, with a notice.',
    auth: 'operator',
    roles: editors,
    scope: 'live',
    idempotency: 'required',
    body: roomOnly,
    data: z.object({ room: managedRoom }),
    errors: ['LIVE_ROOM_NOT_FOUND', 'LIVE_ROOM_OVER', 'LIVE_ROOM_CANCELLED'],
  },
  'POST /operator/api/v1/live/rotateKey': {
    // Answers of calls that move value are kept for repeats, and a key is not.
    summary: 'Gives a room a new key for RTMP, shown this once. The earlier key stops at once.',
    auth: 'operator',
    roles: editors,
    scope: 'live',
    body: roomOnly,
    /** The values that an encoder asks for as its server and its stream key. */
    data: z.object({ server: z.string(), key: z.string() }),
    errors: ['LIVE_ROOM_NOT_FOUND', 'LIVE_SOURCE_WITHOUT_KEY', 'LIVE_ENCODERS_OFF'],
  },
  'POST /operator/api/v1/live/appoint': {
    summary: 'Appoints a fan as host or moderator of a room, or ends that.',
    auth: 'operator',
    roles: editors,
    scope: 'live',
    idempotency: 'required',
    body: z.object({ roomId: id, accountId: id, role, appointed: z.boolean(), why }),
    data: z.object({ accountId: z.string(), role, appointed: z.boolean() }),
    errors: ['LIVE_ROOM_NOT_FOUND', 'LIVE_FAN_NOT_FOUND'],
  },
} as const satisfies Record<Route, Endpoint>;
