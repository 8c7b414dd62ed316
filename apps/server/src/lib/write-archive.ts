import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import tar from 'tar-stream';

/** Packs an archive: a tar in zstd, and around them age (age-encryption.org) when there is a passphrase. */
export type ArchiveWriter = {
  addFolder(name: string): Promise<void>;
  /** Adds a file of exactly `size` bytes. */
  addFile(name: string, size: number, content: Buffer | AsyncIterable<Buffer>): Promise<void>;
};

type WriteOptions = {
  readonly passphrase?: string | undefined;
  /** The binary logarithm of scrypt's cost; tests lower it. */
  readonly scryptWork?: number | undefined;
};

/** The disk, or the account's share of it, is full; nothing of the archive is left. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Returns the failure, or DiskFull for what systems report when no room is left for a file. */
export function asDiskFull(error: unknown, path: string): unknown {
  const isFull = error instanceof Error && 'code' in error && fullCodes.has(String(error.code));
  return isFull ? new DiskFull(`The disk of ${path} is full.`, { cause: error }) : error;
}

/**
 * Writes an archive under a temporary name and renames it when it is complete and on the disk. A failure leaves nothing.
 * @param fill adds what the archive has, one after the other
 * @returns its size in bytes
 * @throws DiskFull
 */
export async function writeArchive(
  path: string,
  options: WriteOptions,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<number> {
  const unfinished = `${path}.unfinished`;
  // Refuses when another process writes the same archive, whose file must stay.
  const file = await open(unfinished, 'wx', 0o600).catch((error: unknown) => {
    throw asDiskFull(error, dirname(path));
  });
  try {
    await pack(file.createWriteStream({ flush: true }), options, fill);
    const { size } = await stat(unfinished);
    await rename(unfinished, path);
    await syncFolder(dirname(path));
    return size;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw asDiskFull(error, dirname(path));
  }
}

/** Writes a folder's entries to the disk, because a rename is among them. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function pack(
  file: Writable,
  { passphrase, scryptWork }: WriteOptions,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const packed = tar.pack();
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const failed = new AbortController();
  const { signal } = failed;
  const source = Readable.from(packed);
  const writing =
    passphrase === undefined
      ? pipeline(source, compress, file, { signal })
      : pipeline(source, compress, encryption(passphrase, scryptWork), file, { signal });
  const writer = writerOf(packed, signal);
  const filling = fill(writer)
    .then(() => writer.addSums())
    .then(() => packed.finalize());
  const outcomes = await Promise.allSettled([
    filling.catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
    // What fills waits for room in the pipeline, and the signal ends that wait.
    writing.catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  ]);
  if (outcomes.some(({ status }) => status === 'rejected')) throw signal.reason;
}

function encryption(passphrase: string, scryptWork: number | undefined) {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  if (scryptWork !== undefined) encrypter.setScryptWorkFactor(scryptWork);
  return async function* encrypt(source: AsyncIterable<Uint8Array>) {
    yield* await encrypter.encrypt(webStreamOf(source));
  };
}

/** Makes a web stream that takes a chunk only when it is asked for one. */
export function webStreamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

function writerOf(packed: tar.Pack, signal: AbortSignal): ArchiveWriter & { addSums(): Promise<void> } {
  const { promise: failing, reject } = Promise.withResolvers<never>();
  failing.catch(() => undefined);
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  const sums: string[] = [];

  async function add(
    header: { name: string; size?: number; type?: 'directory'; mode: number },
    content: AsyncIterable<Buffer> | Iterable<Buffer>,
  ): Promise<string> {
    signal.throwIfAborted();
    const sum = createHash('sha256');
    const { promise: added, resolve, reject: refuse } = Promise.withResolvers<void>();
    // Another failure may come first, and then nothing waits for this one.
    added.catch(() => undefined);
    const entry = packed.entry(header, (error) => (error ? refuse(error) : resolve()));
    // A failure of the pipeline ends the entry too; the signal reports it.
    entry.on('error', () => undefined);
    for await (const chunk of content) {
      sum.update(chunk);
      if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), failing]);
    }
    entry.end(undefined);
    await Promise.race([added, failing]);
    return sum.digest('hex');
  }

  return {
    async addFolder(name) {
      await add({ name, type: 'directory', mode: 0o700 }, []);
    },
    async addFile(name, size, content) {
      const sum = await add({ name, size, mode: 0o600 }, Buffer.isBuffer(content) ? [content] : content);
      sums.push(`${sum}  ${name}\n`);
    },
    async addSums() {
      const content = Buffer.from(sums.join(''));
      await add({ name: sumsName, size: content.length, mode: 0o600 }, [content]);
    },
  };
}

/** The last entry: the checksum of each file before it, as `sha256sum --check` reads them. */
export const sumsName = 'SHA256SUMS';
