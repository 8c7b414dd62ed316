import { randomBytes } from 'node:crypto';
import type { Contract, DataOf } from '@lightstick/contract';
import { transactionWithRetry } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import type { Fan } from '#/http/caller.ts';
import { isWatchable } from '../room-state.rules.ts';
import { mayWatch, readRoom, type Room } from '../rooms.view.ts';
import { assertHasPicture, type Playback, playbackOf, type PlaybackServices, tokenUntilOf } from './playback.ts';
import { nameSession } from './playback-token.ts';
import { openSession } from './sessions.store.ts';

type Wish = {
  readonly streamName: string;
  readonly native: boolean;
  readonly fan: Fan | undefined;
  readonly address: string;
  readonly at: Date;
};

type Opened = DataOf<Contract['POST /activity/api/v1/jplive/token']>;

const visitorIdBytes = 16;

/** Opens a session of a room that is on air or can be watched again. It takes over from the ticket's session before. */
export async function openPlayback(
  playback: Playback,
  services: Pick<PlaybackServices, 'db' | 'log' | 'settings'>,
  wish: Wish,
): Promise<Opened> {
  const { db } = services;
  const { streamName, fan, at } = wish;
  const room = await readRoom(db, { streamName });
  if (!room) throw new Refusal('LIVE_ROOM_NOT_FOUND');
  if (!isWatchable(room, at)) throw new Refusal('LIVE_ROOM_NOT_ON_AIR');
  if (!(await mayWatch(db, room, fan?.id, at))) throw new Refusal('LIVE_TICKET_MISSING');
  await assertHasPicture(playback, room, { ...services, at });
  const tokenUntil = tokenUntilOf(room, wish.native, at);
  if (!fan) return openForVisitor(playback, room, tokenUntil, at);
  const network = playback.networkKeyOf(wish.address);
  const session = await transactionWithRetry(db, (tx) =>
    openSession(tx, { roomId: room.id, fan, network, isNative: wish.native, at, tokenUntil }),
  );
  const sessionId = nameSession(session);
  return { ...playbackOf(playback, room, sessionId, tokenUntil, at), sessionId };
}

/** Free rooms are open to everyone, so that nothing of a visitor is written before they watch. */
function openForVisitor(playback: Playback, room: Room, tokenUntil: Date, at: Date): Opened {
  const visitor = { roomId: room.id, sessionId: randomBytes(visitorIdBytes).toString('base64url') };
  return {
    ...playbackOf(playback, room, visitor.sessionId, tokenUntil, at),
    sessionId: playback.tokens.nameVisitor(visitor),
  };
}
