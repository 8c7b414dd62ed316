import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#/log.ts';
import type { Content } from './s3/s3-client.ts';

/** A file on this machine's disk for what is on its way between a fan and the storage. It goes when it is disposed of. */
export type WorkFile = AsyncDisposable & {
  readonly path: string;
  /** How many bytes were added. */
  readonly bytes: number;
  /** Adds what comes, to the file's end. What came before a failure is there. */
  add(from: AsyncIterable<Uint8Array>): Promise<void>;
  /** All that was added whole, to be sent. The file has to stay until it is. */
  content(): Promise<Content>;
};

const folderOf = (dataDir: string) => join(dataDir, 'fan-videos-on-their-way');
/** Longer than anything is on its way. */
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
    // Of a chunk that a full disk cut some bytes may be there, which do not count.
    content: async () => ({ body: (await openAsBlob(path)).slice(0, bytes), sha256: hash.copy().digest('hex') }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Removes what processes left behind that died with something on its way. What cannot be removed is told in the log. */
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
    // Another process may be done with it meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
