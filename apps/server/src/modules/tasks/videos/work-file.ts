import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#/log.ts';
import type { Content } from './s3/s3-client.ts';

/** A local file for data in transit between a fan and the storage, deleted on disposal. */
export type WorkFile = AsyncDisposable & {
  readonly path: string;
  /** The number of added bytes. */
  readonly bytes: number;
  /** Appends data. What came before a failure stays. */
  add(from: AsyncIterable<Uint8Array>): Promise<void>;
  /** Returns all completely added data, to be sent; the file must exist until then. */
  content(): Promise<Content>;
};

const folderOf = (dataDir: string) => join(dataDir, 'fan-videos-on-their-way');
/** Longer than any transit. */
const forgottenMs = 24 * 60 * 60_000;

export async function openWorkFile(dataDir: string): Promise<WorkFile> {
  await mkdir(folderOf(dataDir), { recursive: true });
  const folder = await mkdtemp(join(folderOf(dataDir), 'one-'));
  const path = join(folder, 'bytes');
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    path,
    get bytes() {
      return bytes;
    },
    async add(from) {
      await using file = await open(path, 'a');
      for await (const chunk of from) {
        await file.appendFile(chunk);
        hash.update(chunk);
        bytes += chunk.length;
      }
    },
    // A chunk cut by a full disk may leave bytes, which do not count.
    content: async () => ({ body: (await openAsBlob(path)).slice(0, bytes), sha256: hash.copy().digest('hex') }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Deletes leftovers of dead processes. Failures are logged. */
export async function forgetWorkFiles(dataDir: string, { now, log }: { now: Date; log: Log }): Promise<void> {
  const parent = folderOf(dataDir);
  try {
    await mkdir(parent, { recursive: true });
    for (const name of await readdir(parent)) await forgetOld(join(parent, name), now);
  } catch (error) {
    log.error({ err: error, folder: parent }, 'files of videos on their way could not be tidied up');
  }
}

async function forgetOld(folder: string, now: Date): Promise<void> {
  try {
    const { mtime } = await stat(folder);
    if (now.getTime() - mtime.getTime() > forgottenMs) await rm(folder, { recursive: true, force: true });
  } catch (error) {
    // Another process may have deleted it meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
