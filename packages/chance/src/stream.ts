import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Numbers that a seed decides. */
export type Stream = {
  /** The next number below 2^48. */
  readonly u48: () => number;
  /**
   * A number below `n`, each with the same chance.
   * @throws RangeError unless `n` is whole and from 1 to 2^48
   */
  readonly below: (n: number) => number;
};

/** The largest `n` of `below`. */
export const most = 2 ** 48;

const bytesOfNumber = 6;
/** Five numbers of a block; its last two bytes are dropped. */
const bytesUsed = 30;

/**
 * Makes a stream whose block i is HMAC-SHA256(seed, label ‖ 0x00 ‖ i as four bytes); numbers are big-endian. A new
 * label begins a new stream.
 */
export function stream(seed: Uint8Array, label: string): Stream {
  const message = concatBytes(utf8ToBytes(`${label}\0`), new Uint8Array(4));
  const counter = new DataView(message.buffer, message.length - 4);
  let block = new DataView(new ArrayBuffer(0));
  let blocks = 0;
  let used = bytesUsed;

  function u48(): number {
    if (used === bytesUsed) {
      counter.setUint32(0, blocks++);
      block = new DataView(hmac(sha256, seed, message).buffer);
      used = 0;
    }
    const number = block.getUint16(used) * 2 ** 32 + block.getUint32(used + 2);
    used += bytesOfNumber;
    return number;
  }

  function below(n: number): number {
    if (!Number.isInteger(n) || n < 1 || n > most) throw new RangeError(`${n} is not a whole number from 1 to 2^48`);
    // Numbers beyond the last multiple of n would favour small results.
    const limit = most - (most % n);
    for (;;) {
      const number = u48();
      if (number < limit) return number % n;
    }
  }

  return { u48, below };
}
