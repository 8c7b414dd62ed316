import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Settings } from '#/config/settings.ts';
import { freshFor } from '#/lib/cache-options.ts';
import type { Services } from '#/services.ts';
import { stateOf } from '../room-state.rules.ts';
import type { Room } from '../rooms.view.ts';
import { broadcastPlaylist } from './broadcast.rules.ts';
import { type ListedSegments, listSegments } from './broadcasts.store.ts';

/** The files of broadcasts, below a folder that all processes share. */
export type BroadcastFiles = {
  /** Puts a file in place, whole or not at all; the bytes, or a copy of another file. */
  put(roomId: string, name: string, content: Buffer | { readonly copyOf: string }): Promise<void>;
  /** Reads a file; undefined if it is missing. Popular files stay in memory. */
  read(roomId: string, name: string): Promise<Buffer | undefined>;
  /** Removes all that is kept of a room. */
  forget(roomId: string): Promise<void>;
};

/** The live edge of some dozens of rooms; each viewer asks for the same files. */
const hotBytes = 96_000_000;

export function createBroadcastFiles({ liveFolder }: Pick<Settings, 'liveFolder'>): BroadcastFiles {
  const folderOf = (roomId: string) => join(liveFolder, 'broadcasts', roomId);
  const files = new LRUCache<string, Buffer>({
    maxSize: hotBytes,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
    fetchMethod: async (path) => {
      try {
        return await readFile(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
  });
  return {
    async put(roomId, name, content) {
      const folder = folderOf(roomId);
      const path = join(folder, name);
      const part = `${path}.part`;
      await mkdir(folder, { recursive: true });
      await (Buffer.isBuffer(content) ? writeFile(part, content) : copyFile(content.copyOf, part));
      await rename(part, path);
      files.delete(path);
    },
    read: (roomId, name) => files.fetch(join(folderOf(roomId), name)),
    forget: (roomId) => rm(folderOf(roomId), { recursive: true, force: true }),
  };
}

/** What players load of rooms that are broadcast. */
export type BroadcastPicture = {
  /** Returns the playlist; undefined before the first segment. */
  playlist(room: Room, wish: { readonly isReplay: boolean; readonly isOver: boolean }): Promise<string | undefined>;
  /** Returns a file; undefined if it is missing. */
  file(roomId: string, name: string): Promise<Buffer | undefined>;
  /** Returns whether a room shows something at an instant: the live picture while on air, and later the kept one. */
  hasPicture(room: Room, at: Date): Promise<boolean>;
};

/** Segments of the live playlist, of about one second from a browser and two from an encoder. */
const windowSegments = 12;
const liveFreshMs = 500;
const mostRooms = 200;
/** A replay of an hour names some 3,600 segments. */
const replayFreshMs = 60_000;
const mostReplays = 20;

/** The time without a segment after which the presenter counts as away, and newcomers wait for the picture. */
const awayMs = 20_000;

export function createBroadcastPicture({
  lookUps,
  settings,
  clock,
}: Pick<Services, 'lookUps' | 'clock' | 'settings'>): BroadcastPicture {
  const files = createBroadcastFiles(settings);
  const cacheOf = (max: number, freshMs: number, most: number | null) =>
    new LRUCache<string, ListedSegments>({
      max,
      ...freshFor(clock, freshMs),
      allowStaleOnFetchRejection: true,
      fetchMethod: (roomId) => listSegments(lookUps.db, roomId, most),
    });
  const live = cacheOf(mostRooms, liveFreshMs, windowSegments);
  const replays = cacheOf(mostReplays, replayFreshMs, null);
  return {
    async playlist({ id }, wish) {
      const listed = await (wish.isReplay ? replays : live).fetch(id);
      return listed && listed.segments.length > 0 ? broadcastPlaylist({ ...listed, ...wish }) : undefined;
    },
    file: (roomId, name) => files.read(roomId, name),
    async hasPicture(room, at) {
      const seenAt = (await live.fetch(room.id))?.seenAt;
      if (seenAt === undefined) return false;
      return stateOf(room, at) !== 'onAir' || at.getTime() - seenAt.getTime() < awayMs;
    },
  };
}
