import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Settings } from '#/config/settings.ts';

/** The files of broadcasts, below a folder that all processes share. */
export type BroadcastFiles = {
  /** Puts a file in place, whole or not at all; the bytes, or a copy of another file. */
  put(roomId: string, name: string, content: Buffer | { readonly copyOf: string }): Promise<void>;
  /** Undefined where the file is missing; what is asked for often stays in memory. */
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
