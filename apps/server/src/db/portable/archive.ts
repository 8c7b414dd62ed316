import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createTarDecoder, packTar } from 'modern-tar';
import { BackupRefused, type Part, partBytes } from './contents.ts';

/** An archive ends with two empty blocks. */
const endOfArchive = 1024;
/** A part that cannot be compressed is a little larger than its rows; a manifest of many tables is far smaller. */
const mostOfPart = 4 * partBytes;

/**
 * Writes parts into a file, an ordinary tar archive. The file has its name only when it is whole and on the disk.
 * @returns its size in bytes
 */
export async function writeArchive(path: string, parts: AsyncIterable<Part>): Promise<number> {
  const unfinished = `${path}.unfinished`;
  const file = await open(unfinished, 'wx', 0o600);
  let isWhole = false;
  try {
    const size = await writeParts(file, parts);
    await file.sync();
    isWhole = true;
    return size;
  } finally {
    await file.close();
    if (isWhole) await rename(unfinished, path);
    else await rm(unfinished, { force: true });
  }
}

async function writeParts(file: FileHandle, parts: AsyncIterable<Part>): Promise<number> {
  let size = endOfArchive;
  for await (const { name, bytes } of parts) {
    // Part by part, because the library's packer keeps what its reader has not taken yet in memory.
    const packed = await packTar([{ header: { name, size: bytes.length, mode: 0o600 }, body: bytes }]);
    const entry = packed.subarray(0, -endOfArchive);
    await file.writeFile(entry);
    size += entry.length;
  }
  await file.writeFile(Buffer.alloc(endOfArchive));
  return size;
}

/**
 * Reads the parts of a file.
 * @param onBytes hears how many bytes of the file were read
 * @throws BackupRefused when the file is no archive, or truncated
 */
export async function* readArchive(
  path: string,
  onBytes: (done: number) => void = () => undefined,
): AsyncGenerator<Part, void, undefined> {
  let done = 0;
  const file = createReadStream(path, { highWaterMark: 2 ** 20 });
  file.on('data', (chunk) => onBytes((done += chunk.length)));
  file.pause();
  const entries = Readable.toWeb(file).pipeThrough(createTarDecoder({ strict: true }));
  try {
    for await (const { header, body } of entries) {
      if (header.size > mostOfPart) throw new BackupRefused(`The backup has a part of ${header.size} bytes.`);
      const bytes = Buffer.from(await new Response(body).arrayBuffer());
      if (bytes.length !== header.size) throw new BackupRefused(`The backup is truncated in ${header.name}.`);
      yield { name: header.name, bytes };
    }
  } catch (error) {
    if (error instanceof BackupRefused || isOfFileSystem(error)) throw error;
    throw new BackupRefused(`${path} is no portable backup, or damaged.`, { cause: error });
  } finally {
    file.destroy();
  }
}

function isOfFileSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
