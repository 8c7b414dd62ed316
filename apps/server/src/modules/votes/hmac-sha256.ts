import { hash } from 'node:crypto';

/** Bytes of a block of SHA-256, and of its digest. */
const blockSize = 64;
const digestSize = 32;

/**
 * HMAC-SHA-256 (RFC 2104) for keys of at most a block. Node's own makes a key object for every key, which takes five times
 * as long as the hashing, and here every vote has a key of its own.
 */
export function hmacSha256(key: Buffer, message: Buffer): Buffer {
  if (key.length > blockSize) throw new RangeError(`The key has ${key.length} bytes, more than ${blockSize}`);
  const inner = Buffer.allocUnsafe(blockSize + message.length).fill(0x36, 0, blockSize);
  const outer = Buffer.allocUnsafe(blockSize + digestSize).fill(0x5c, 0, blockSize);
  for (const [position, byte] of key.entries()) {
    inner[position] = 0x36 ^ byte;
    outer[position] = 0x5c ^ byte;
  }
  message.copy(inner, blockSize);
  hash('sha256', inner, 'buffer').copy(outer, blockSize);
  return hash('sha256', outer, 'buffer');
}
