import { randomBytes } from 'node:crypto';

const saltSize = 16;
const saltsAtOnce = 256;

let drawn = Buffer.alloc(0);
let used = 0;

/** Sixteen random bytes for one vote. Drawing many takes hardly longer than drawing one, so they are drawn for many votes. */
export function nextSalt(): Buffer {
  if (used === drawn.length) {
    drawn = randomBytes(saltSize * saltsAtOnce);
    used = 0;
  }
  const salt = drawn.subarray(used, used + saltSize);
  used += saltSize;
  return salt;
}
