import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { given, luckState, mayTakePart, sha256, terms } from './luck-parts.ts';
import { amount, id, instant, page, pageOf } from './primitives.ts';

/** A share of a packet. `place` counts the fans who got one, from 1. */
const share = z.object({ shareId: z.string(), place: z.int().positive(), amount, grabbedAt: instant });

/** A red packet: a sum in shares of random size, one for each of the fastest fans. */
export const packet = z.object({
  packetId: z.string(),
  /** The election it belongs to, if any. */
  activityId: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  coverUrl: z.string(),
  /** The sum of all shares. */
  total: given,
  shares: z.int().positive(),
  left: z.int().nonnegative(),
  state: luckState,
  opensAt: instant,
  closesAt: instant,
  ...terms,
  /** The specification lacks it. */
  mayTakePart,
  /** The time at which the last share went; null while some are left. */
  soldOutAt: instant.nullable(),
  /** The largest share grabbed; null until the packet is over. */
  luckiest: z.object({ nickname: z.string(), amount }).nullable(),
  /** The caller's share. */
  mine: share.nullable(),
  /** SHA-256 of the seed, and of the seed with the shares: published before it opens. */
  commitment: sha256,
  sharesHash: sha256,
});

export const packetEndpoints = {
  'GET /activity/api/v1/packet/getAllPacket': {
    summary:
      'Red packets: open ones, coming ones (the next first), and those of the last week that are over. ' +
      'At most a second old.',
    auth: 'optional',
    safe: true,
    /** Of one election; or one packet by its id, also from longer ago; else all. */
    query: z.object({ activityId: id.optional(), packetId: id.optional() }),
    data: z.array(packet),
    errors: [],
  },
  'GET /activity/api/v1/packet/grabPackage': {
    summary:
      'Grabs a share of a red packet, one for each fan, in the order in which requests are written. ' +
      'A repeat gets the first answer. The time the server received the request counts.',
    auth: 'fan',
    query: z.object({ packetId: id }),
    data: share.extend({ packetId: z.string(), gives: given }),
    errors: [
      'PACKET_NOT_FOUND',
      'PACKET_NOT_OPEN',
      'PACKET_SOLD_OUT',
      'PACKET_ENDED',
      'LUCK_ACCOUNT_TOO_YOUNG',
      'LUCK_REGION_CLOSED',
    ],
  },
  /** The specification lacks it. */
  'GET /activity/api/v1/packet/getShares': {
    summary: 'The grabbed shares of a packet, the fastest first.',
    auth: 'optional',
    safe: true,
    query: page.extend({ packetId: id }),
    data: pageOf(
      z.object({
        place: z.int().positive(),
        nickname: z.string(),
        avatarUrl: z.string(),
        amount,
        grabbedAt: instant,
        isMe: z.boolean(),
        isLuckiest: z.boolean(),
      }),
    ),
    errors: ['PACKET_NOT_FOUND'],
  },
} as const satisfies Record<Route, Endpoint>;
