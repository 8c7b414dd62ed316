import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import type { Services } from '#/services.ts';
import { stateOf } from '../room-state.rules.ts';
import { readRoom } from '../rooms.view.ts';
import type { BroadcastFiles } from './broadcast-files.ts';
import { segmentName, isInTime, type Fragment, readFragments } from './broadcast.rules.ts';
import {
  addSegment,
  type Broadcast,
  endBroadcasts,
  listOfEncoders,
  lockBroadcast,
  notePicture,
  numberOfNext,
} from './broadcasts.store.ts';

export type FragmentCollection = Pick<Services, 'db' | 'clusterClock' | 'log'> & {
  readonly files: BroadcastFiles;
  /** The folder in which nginx writes the streams of encoders. */
  readonly rtmpFolder: string;
};

/** Some 24 Mbit/s, and as much again for one large picture. */
const mostBytesASecond = 3_000_000;
/** An encoder sends a key frame every two seconds, as its setup tells. */
const mostFragmentSeconds = 30;

/** Lists the fragments that nginx has of a stream now; none before the first. */
export async function listFragments(rtmpFolder: string, streamName: string): Promise<readonly Fragment[]> {
  try {
    return readFragments(await readFile(join(rtmpFolder, `${streamName}.m3u8`), 'utf8'), streamName);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Takes what nginx wrote of all encoders since the last time. Each process may; each fragment is taken once. */
export async function collectFragments(parts: FragmentCollection): Promise<void> {
  for (const id of await listOfEncoders(parts.db)) {
    // What is wrong with one encoder's files must not stop the others.
    await collectBroadcast(parts, id).catch((err: unknown) => {
      parts.log.error({ err, broadcastId: id }, 'The stream of an encoder could not be collected');
    });
  }
}

/** Takes what nginx wrote of one broadcast since the last time, and ends it for a fragment that is too large. */
export async function collectBroadcast(parts: FragmentCollection, broadcastId: number): Promise<void> {
  for (let isMore = true; isMore;) {
    const at = await parts.clusterClock();
    const taken = await transactionWithRetry(parts.db, (tx) => takeNext(tx, parts, broadcastId, at));
    if (taken?.isKept) await notePicture(parts.db, taken.roomId, at);
    isMore = taken !== undefined;
  }
}

type TakenFragment = { readonly roomId: string; readonly isKept: boolean };

/** Takes the next fragment; undefined when there is none to take now. */
async function takeNext(
  tx: Transaction<DB>,
  parts: FragmentCollection,
  broadcastId: number,
  at: Date,
): Promise<TakenFragment | undefined> {
  const broadcast = await lockBroadcast(tx, broadcastId);
  const room = broadcast && !broadcast.endedAt ? await readRoom(tx, broadcast.roomId) : undefined;
  const state = room?.source === 'rtmp' ? stateOf(room, at) : undefined;
  if (!broadcast || !room || (state !== 'onAir' && state !== 'coming')) return undefined;
  const fragments = await listFragments(parts.rtmpFolder, room.streamName);
  const place = fragments.findIndex(({ number }) => number > broadcast.taken);
  const fragment = fragments[place];
  const bytes = fragment && (await sizeOf(join(parts.rtmpFolder, fragment.name)));
  if (!fragment || bytes === undefined) return undefined;
  const { number, seconds } = fragment;
  const fits = bytes > 0 && bytes <= mostBytesASecond * (1 + seconds) && seconds <= mostFragmentSeconds;
  if (!fits || !isInTime(broadcast, seconds, at)) {
    parts.log.warn({ roomId: room.id, bytes, seconds }, 'An encoder is cut, because it sends too much');
    await endBroadcasts(tx, { broadcastId }, at);
    return undefined;
  }
  const isKept = state === 'onAir';
  if (isKept) await keep(parts, broadcast, fragment);
  // A fragment may be gone before any process took it.
  const isDiscontinuous = fragment.isDiscontinuous || fragments[place - 1]?.number !== broadcast.taken;
  await addSegment(tx, broadcast, { taken: number, seconds, bytes, isKept, isDiscontinuous }, at);
  return { roomId: room.id, isKept };
}

function keep({ files, rtmpFolder }: FragmentCollection, broadcast: Broadcast, { name }: Fragment): Promise<void> {
  const copyOf = join(rtmpFolder, name);
  return files.put(broadcast.roomId, segmentName('rtmp', numberOfNext(broadcast)), { copyOf });
}

/** Returns the size; undefined for a file that nginx has removed already. */
async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
