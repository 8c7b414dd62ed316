import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Transaction, Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { Services } from '#/services.ts';
import { getListedRoom } from '../listed-rooms.view.ts';
import { stateOf } from '../room-state.rules.ts';
import { closeNow, lockRoom } from '../rooms.store.ts';
import { rolesOf, readRoom } from '../rooms.view.ts';
import { assertMayBroadcast, isInNumber, isInTime, initialisationName, segmentName } from './broadcast.rules.ts';
import {
  beginBroadcast,
  endBroadcasts,
  findOwnBroadcast,
  readOpenBroadcast,
  addSegment,
  type Broadcast,
  lockBroadcast,
  notePicture,
  numberOfNext,
} from './broadcasts.store.ts';
import type { BroadcastFiles } from './broadcast-files.ts';
import { secondsOfSegment, SegmentProblem, tracksOf } from './inspect-segment.ts';

type BroadcastStart = { readonly roomId: string; readonly fanId: number; readonly at: Date };

/**
 * Begins a broadcast from a host's browser, which takes over from the one before.
 * @throws Refusal LIVE_ROOM_NOT_FOUND, LIVE_NOT_HOST, LIVE_STUDIO_CLOSED, LIVE_ROOM_OVER or LIVE_ROOM_CANCELLED
 */
export async function startBroadcast(
  tx: Transaction<DB>,
  { roomId, fanId, at }: BroadcastStart,
): Promise<DataOf<Contract['POST /activity/api/v1/jplive/studio/start']>> {
  const room = await lockRoom(tx, roomId);
  const { isHost } = await rolesOf(tx, roomId, fanId);
  if (room.source !== 'studio' || !isHost) throw new Refusal('LIVE_NOT_HOST');
  assertMayBroadcast(room, at);
  const broadcastId = await beginBroadcast(tx, { roomId, source: 'studio', fanId, client: null, taken: -1, at });
  return { broadcastId: String(broadcastId) };
}

type BroadcastStop = {
  readonly broadcastId: string;
  readonly endRoom: boolean;
  readonly fanId: number;
  readonly language: Language;
  readonly at: Date;
};

/**
 * Ends a host's own broadcast, and the room with it if that is wished and the room is on air.
 * @throws Refusal LIVE_BROADCAST_NOT_FOUND, or LIVE_BROADCAST_ENDED when another broadcast took over
 */
export async function stopBroadcast(
  tx: Transaction<DB>,
  { broadcastId, endRoom, ...viewer }: BroadcastStop,
): Promise<DataOf<Contract['POST /activity/api/v1/jplive/studio/stop']>> {
  const { fanId, at } = viewer;
  const id = /^\d{1,15}$/.test(broadcastId) ? Number(broadcastId) : -1;
  const own = await findOwnBroadcast(tx, { broadcastId: id, fanId });
  if (!own) throw new Refusal('LIVE_BROADCAST_NOT_FOUND');
  const room = await lockRoom(tx, own.roomId);
  await endBroadcasts(tx, { broadcastId: id }, at);
  if (endRoom && stateOf(room, at) === 'onAir') {
    // The host is on air on another device, which did not ask for the end.
    if (await readOpenBroadcast(tx, room.id)) throw new Refusal('LIVE_BROADCAST_ENDED');
    await closeNow(tx, room, at);
  }
  return { room: await getListedRoom(tx, viewer, room.id) };
}

type SentSegment = {
  readonly broadcastId: number;
  readonly fanId: number;
  /** Which segment of the broadcast it is, from 0; or what describes its tracks, which comes first. */
  readonly part: number | 'init';
  readonly bytes: Buffer;
  readonly at: Date;
};

/**
 * Asserts without a lock that a fan has this broadcast and that it goes on.
 * @throws Refusal LIVE_BROADCAST_NOT_FOUND or LIVE_BROADCAST_ENDED
 */
export async function assertIsOpen(
  db: Kysely<DB>,
  { broadcastId, fanId }: Pick<SentSegment, 'broadcastId' | 'fanId'>,
): Promise<void> {
  const own = await findOwnBroadcast(db, { broadcastId, fanId });
  if (!own) throw new Refusal('LIVE_BROADCAST_NOT_FOUND');
  if (!own.isOpen) throw new Refusal('LIVE_BROADCAST_ENDED');
}

/**
 * Takes what a host's browser sends, in order; a repeat changes nothing.
 * @throws Refusal LIVE_BROADCAST_NOT_FOUND, LIVE_BROADCAST_ENDED, LIVE_NOT_HOST or LIVE_SEGMENT_REFUSED
 */
export async function takeSegment(
  { db, files }: Pick<Services, 'db'> & { readonly files: BroadcastFiles },
  sent: SentSegment,
): Promise<void> {
  const { at, bytes, part } = sent;
  const pictureOf = await transactionWithRetry(db, async (tx) => {
    const broadcast = await lockBroadcast(tx, sent.broadcastId);
    if (broadcast?.fanId !== sent.fanId) throw new Refusal('LIVE_BROADCAST_NOT_FOUND');
    const { id, roomId, taken } = broadcast;
    const room = await readRoom(tx, roomId);
    const state = room && stateOf(room, at);
    const goesOn = !broadcast.endedAt && room?.source === 'studio' && (state === 'onAir' || state === 'coming');
    if (!goesOn) throw new Refusal('LIVE_BROADCAST_ENDED');
    if (!(await rolesOf(tx, roomId, sent.fanId)).isHost) throw new Refusal('LIVE_NOT_HOST');
    if (part === 'init') {
      readOrRefuse(() => tracksOf(bytes));
      if (taken === -1) await files.put(roomId, initialisationName(id), bytes);
      return undefined;
    }
    if (part <= taken) return undefined;
    if (part > taken + 1) throw segmentRefusal(`number ${taken + 1} comes first`, `應先上傳第 ${taken + 1} 段`);
    const seconds = await secondsOf(broadcast, bytes, files);
    if (!isInTime(broadcast, seconds, at) || !isInNumber(broadcast, at)) {
      throw segmentRefusal('it comes earlier than its time', '片段上傳得比實際播放時間快');
    }
    const isKept = state === 'onAir';
    if (isKept) await files.put(roomId, segmentName('studio', numberOfNext(broadcast)), bytes);
    await addSegment(tx, broadcast, { taken: part, seconds, bytes: bytes.length, isKept, isDiscontinuous: false }, at);
    return isKept ? roomId : undefined;
  });
  if (pictureOf !== undefined) await notePicture(db, pictureOf, at);
}

async function secondsOf({ roomId, id }: Broadcast, bytes: Buffer, files: BroadcastFiles): Promise<number> {
  const initialisation = await files.read(roomId, initialisationName(id));
  if (!initialisation) throw segmentRefusal('what describes its tracks comes first', '應先上傳初始化片段（init）');
  return readOrRefuse(() => secondsOfSegment(bytes, tracksOf(initialisation)));
}

function readOrRefuse<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    throw error instanceof SegmentProblem ? new Refusal('LIVE_SEGMENT_REFUSED', { why: error.why }) : error;
  }
}

function segmentRefusal(en_US: string, zh_TW: string): Refusal {
  return new Refusal('LIVE_SEGMENT_REFUSED', { why: { en_US, zh_TW } });
}
