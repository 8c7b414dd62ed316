import { randomBytes } from 'node:crypto';
import type { Contract, DataOf } from '@lightstick/contract';
import { transactionWithRetry } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import { isWatchable } from '../room-state.rules.ts';
import { mayWatch, readRoom } from '../rooms.view.ts';
import { assertHasPicture, type Playback, playbackOf, type PlaybackServices, tokenUntilOf } from './playback.ts';
import { openSession } from './sessions.store.ts';

type Wish = {
  readonly streamName: string;
  readonly native: boolean;
  readonly fanId: number | undefined;
  readonly at: Date;
};

const sessionIdBytes = 16;

/** Opens a session of a room that is on air or can be watched again. It takes over from the ticket's session before. */
export async function openPlayback(
  playback: Playback,
  services: Pick<PlaybackServices, 'db' | 'log' | 'settings'>,
  { streamName, native: isNative, fanId, at }: Wish,
): Promise<DataOf<Contract['POST /jplive/token']>> {
  const { db } = services;
  const room = await readRoom(db, { streamName });
  if (!room) throw new Refusal('LIVE_ROOM_NOT_FOUND');
  if (!isWatchable(room, at)) throw new Refusal('LIVE_ROOM_NOT_ON_AIR');
  if (!(await mayWatch(db, room, fanId, at))) throw new Refusal('LIVE_TICKET_MISSING');
  await assertHasPicture(playback, room, { ...services, at });
  const id = randomBytes(sessionIdBytes).toString('base64url');
  const tokenUntil = tokenUntilOf(room, isNative, at);
  await transactionWithRetry(db, (tx) => openSession(tx, { id, roomId: room.id, fanId, isNative, at, tokenUntil }));
  return { ...playbackOf(playback, room, id, tokenUntil, at), sessionId: id };
}
