import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { Services } from '#/services.ts';
import { stateOf } from '../room-state.rules.ts';
import { readRoom } from '../rooms.view.ts';
import type { BroadcastFiles } from './broadcast-files.ts';
import { segmentName } from './broadcast-playlist.rules.ts';
import { addSegment, type Broadcast, lockBroadcast, notePicture, numberOfNext } from './broadcasts.store.ts';
import { type Fragment, readFragments } from './hls-fragments.rules.ts';

export type Collecting = Pick<Services, 'db' | 'clusterClock'> & {
  readonly files: BroadcastFiles;
  /** Where nginx writes the streams of encoders. */
  readonly rtmpFolder: string;
};

/** The largest fragment: ten seconds at some 16 Mbit/s. An encoder sends a key frame every two seconds, as told in its setup. */
const mostFragmentBytes = 20_000_000;
const mostFragmentSeconds = 30;

/** The fragments that nginx lists of a stream now; none before the first. */
export async function listFragments(rtmpFolder: string, streamName: string): Promise<readonly Fragment[]> {
  try {
    return readFragments(await readFile(join(rtmpFolder, `${streamName}.m3u8`), 'utf8'), streamName);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Takes what nginx wrote of all encoders since the last time. Each process may; each fragment is taken once. */
export async function collectFragments(parts: Collecting): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from live_broadcast where source = 'rtmp' and ended_at is null order by id`.execute(parts.db);
  for (const { id } of rows) await collectBroadcast(parts, id);
}

/** Takes what nginx wrote of one broadcast since the last time. */
export async function collectBroadcast(parts: Collecting, broadcastId: number): Promise<void> {
  const { db, clusterClock } = parts;
  for (let isMore = true; isMore;) {
    const at = await clusterClock();
    const taken = await transactionWithRetry(db, async (tx) => {
      const broadcast = await lockBroadcast(tx, broadcastId);
      const room = broadcast && !broadcast.endedAt ? await readRoom(tx, broadcast.roomId) : undefined;
      const state = room && stateOf(room, at);
      if (!broadcast || !room || (state !== 'onAir' && state !== 'coming')) return undefined;
      const fragment = (await listFragments(parts.rtmpFolder, room.streamName)).find(
        ({ number }) => number > broadcast.taken,
      );
      const bytes = fragment && (await sizeOf(join(parts.rtmpFolder, fragment.name)));
      if (!fragment || bytes === undefined) return undefined;
      const { number, seconds, isDiscontinuous } = fragment;
      const fits = bytes > 0 && bytes <= mostFragmentBytes && seconds <= mostFragmentSeconds;
      const isKept = state === 'onAir' && fits;
      if (isKept) await keep(parts, broadcast, fragment);
      await addSegment(tx, broadcast, { taken: number, seconds, bytes, isKept, isDiscontinuous }, at);
      return { roomId: room.id, isKept };
    });
    if (taken?.isKept) await notePicture(db, taken.roomId, at);
    isMore = taken !== undefined;
  }
}

function keep({ files, rtmpFolder }: Collecting, broadcast: Broadcast, { name }: Fragment): Promise<void> {
  const copyOf = join(rtmpFolder, name);
  return files.put(broadcast.roomId, segmentName('rtmp', numberOfNext(broadcast)), { copyOf });
}

/** Undefined for a file that nginx has removed already. */
async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
