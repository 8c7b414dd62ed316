import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadsTooMuch, mostBoxBytes } from './box-sizes.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lightstick-boxes-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Makes a box with a four-byte size; `there` bytes exist. */
function box(name: string, size: number, there = 8): Buffer {
  const bytes = Buffer.alloc(there);
  bytes.writeUInt32BE(size);
  bytes.write(name, 4, 'latin1');
  return bytes;
}

/** Makes the head of a box with an eight-byte size. */
function largeBox(name: string, size: bigint): Buffer {
  const bytes = Buffer.concat([box(name, 1), Buffer.alloc(8)]);
  bytes.writeBigUInt64BE(size, 8);
  return bytes;
}

async function isTooMuch(...boxes: Buffer[]): Promise<boolean> {
  const path = join(folder, 'video');
  await writeFile(path, Buffer.concat(boxes));
  return loadsTooMuch(path);
}

const start = box('ftyp', 24, 24);

describe('a file of boxes', () => {
  it.each([
    ['with its size in four bytes', [start, box('moov', mostBoxBytes + 1)]],
    ['with its size in eight bytes', [start, largeBox('moov', BigInt(mostBoxBytes) + 1n)]],
    ['of a size beyond all numbers', [start, largeBox('moov', 2n ** 64n - 1n)]],
    ['to the end of the file', [start, box('moov', 0)]],
    ['behind the pictures', [start, box('mdat', 5000, 5000), box('moov', mostBoxBytes + 1)]],
    ['behind a small one', [start, box('moov', 100, 100), box('moof', mostBoxBytes + 1)]],
  ])('loads too much with a list of pictures %s', async (_, boxes) => {
    expect(await isTooMuch(...boxes)).toBe(true);
  });

  it.each([
    ['its list is as large as it may be', [start, box('moov', mostBoxBytes)]],
    ['only its pictures are large', [start, box('moov', 100, 100), largeBox('mdat', 2n ** 40n)]],
    ['its pictures go on to the end', [start, box('moov', 100, 100), box('mdat', 0, 5000)]],
    ['what follows is no box', [start, box('free', 7), box('moov', mostBoxBytes + 1)]],
    ['it ends within a head', [start, box('moov', 1).subarray(0, 6)]],
    ['its eight bytes are not there', [start, box('moov', 1)]],
    ['it is empty', []],
  ])('does not where %s', async (_, boxes) => {
    expect(await isTooMuch(...boxes)).toBe(false);
  });
});
