import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import tar from 'tar-stream';
import { sumsName, webStreamOf } from './write-archive.ts';

/** Why an archive cannot be read. */
type Fault = 'not an archive' | 'passphrase missing' | 'passphrase wrong' | 'truncated' | 'altered';

/** An archive cannot be read. `path` names the file. */
export class ArchiveUnreadable extends Error {
  override readonly name = 'ArchiveUnreadable';
  readonly fault: Fault;

  constructor(fault: Fault, path: string, cause?: unknown) {
    super(`${path} ${sentences[fault]}`, { cause });
    this.fault = fault;
  }
}

const sentences: Readonly<Record<Fault, string>> = {
  'not an archive': 'is no backup: it begins neither as age nor as zstd.',
  'passphrase missing': 'is encrypted: set BACKUP_PASSPHRASE.',
  'passphrase wrong': 'was encrypted with another passphrase.',
  truncated: 'is not complete: its end is missing or was changed.',
  altered: 'was changed after it was written: its content does not match its checksums.',
};

export type ArchiveEntry = {
  readonly name: string;
  readonly isFolder: boolean;
  readonly size: number;
  readonly content: Readable;
};

const ageStart = 'age-encryption.org/';
const zstdStart = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

type ReadOptions = {
  readonly passphrase?: string | undefined;
  /** Receives how many bytes of the file have been read. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
};

/**
 * Reads the entries of an archive in their order, and compares each with its checksum at the end.
 * @param take reads the content of an entry, or leaves it; `stop` ends the reading without that comparison
 * @throws ArchiveUnreadable, and what `take` throws
 */
export async function readArchive(
  path: string,
  { passphrase, onBytes = () => undefined }: ReadOptions,
  take: (entry: ArchiveEntry) => Promise<'stop' | undefined>,
): Promise<void> {
  const isEncrypted = await readKind(path);
  if (isEncrypted && passphrase === undefined) throw new ArchiveUnreadable('passphrase missing', path);
  let isAtEnd = false;
  async function* chunks() {
    let bytes = 0;
    for await (const chunk of createReadStream(path)) {
      bytes += (chunk as Buffer).length;
      onBytes(bytes);
      yield chunk as Buffer;
    }
    isAtEnd = true;
  }
  const stopping = new AbortController();
  let failure: unknown;
  try {
    const packed = isEncrypted ? await decrypt(chunks(), passphrase ?? '') : Readable.from(chunks());
    const unpacked = tar.extract();
    const reading = pipeline([packed, createZstdDecompress(), unpacked], { signal: stopping.signal });
    reading.catch((error: unknown) => (failure ??= error));
    if ((await takeEach(unpacked, path, take)) === 'stop') return;
    await reading;
  } catch (error) {
    // What reads an entry learns of a fault of the archive in words of its own stream.
    const fault = faultOf(error, path, isAtEnd);
    throw fault instanceof ArchiveUnreadable || failure === undefined ? fault : faultOr(error, failure, path, isAtEnd);
  } finally {
    stopping.abort();
  }
}

function faultOr(error: unknown, failure: unknown, path: string, isAtEnd: boolean): unknown {
  const fault = faultOf(failure, path, isAtEnd);
  return fault instanceof ArchiveUnreadable ? fault : error;
}

async function takeEach(
  unpacked: tar.Extract,
  path: string,
  take: (entry: ArchiveEntry) => Promise<'stop' | undefined>,
): Promise<'stop' | undefined> {
  const sums = new Map<string, string>();
  let isComplete = false;
  for await (const entry of unpacked) {
    const { type, size } = entry.header;
    const name = safeName(entry.header.name, path);
    if (name === sumsName) {
      compareSums(await text(entry), sums, path);
      isComplete = true;
      continue;
    }
    if (isComplete) throw new ArchiveUnreadable('altered', path);
    const sum = createHash('sha256');
    const content = new Transform({
      transform(chunk: Buffer, _, done) {
        sum.update(chunk);
        done(null, chunk);
      },
    });
    const passing = pipeline(entry, content);
    passing.catch(() => undefined);
    if ((await take({ name, isFolder: type === 'directory', size, content })) === 'stop') return 'stop';
    content.resume();
    await passing;
    if (type !== 'directory') sums.set(name, sum.digest('hex'));
  }
  if (!isComplete) throw new ArchiveUnreadable('truncated', path);
  return undefined;
}

function compareSums(listed: string, sums: ReadonlyMap<string, string>, path: string): void {
  const found = [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join('');
  if (found !== listed) throw new ArchiveUnreadable('altered', path);
}

/** Returns whether the file is encrypted. */
async function readKind(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ageStart.length), 0, ageStart.length, 0);
    if (bytesRead === 0) throw new ArchiveUnreadable('truncated', path);
    if (buffer.toString('latin1') === ageStart) return true;
    if (buffer.subarray(0, zstdStart.length).equals(zstdStart)) return false;
    throw new ArchiveUnreadable('not an archive', path);
  } finally {
    await file.close();
  }
}

/** Chunks are taken as they are needed, so that a failure tells how far the content was right. */
async function decrypt(chunks: AsyncIterable<Uint8Array>, passphrase: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const opened = await decrypter.decrypt(webStreamOf(chunks));
  return Readable.fromWeb(opened as WebStream);
}

/** Messages of zstd and tar for an end that comes too early, and for content that does not match its checksums. */
const earlyEnd = /unexpected end/i;
const wrongContent = /zstd|checksum|corrupt|tar header|frame|descriptor/i;

function faultOf(error: unknown, path: string, isAtEnd: boolean): unknown {
  if (!(error instanceof Error) || error instanceof ArchiveUnreadable) return error;
  const words = `${error.message} ${'code' in error ? String(error.code) : ''}`;
  if (words.includes('no identity matched')) return new ArchiveUnreadable('passphrase wrong', path, error);
  // Of age's chunks the last one is marked, so a missing end shows as a chunk that is wrong where the file ends.
  if (words.includes('invalid tag')) return new ArchiveUnreadable(isAtEnd ? 'truncated' : 'altered', path, error);
  if (earlyEnd.test(words)) return new ArchiveUnreadable('truncated', path, error);
  return wrongContent.test(words) ? new ArchiveUnreadable('altered', path, error) : error;
}

/** Returns the name of an entry, which stays below the folder into which it is unpacked. */
function safeName(name: string, path: string): string {
  const plain = name.replace(/\/$/, '');
  const isSafe = plain !== '' && plain.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isSafe || plain.includes('\0') || plain.includes('\\')) throw new ArchiveUnreadable('altered', path);
  return plain;
}
