import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hmacSha256 } from './hmac-sha256.ts';

describe('HMAC-SHA-256', () => {
  it('gives the digest of RFC 4231, test case 1', () => {
    expect(hmacSha256(Buffer.alloc(20, 0x0b), Buffer.from('Hi There')).toString('hex')).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    );
  });

  it('gives what Node gives, for any key up to a block and any message', () => {
    const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array));
    fc.assert(
      fc.property(bytes(64), bytes(300), (key, message) => {
        expect(hmacSha256(key, message)).toEqual(createHmac('sha256', key).update(message).digest());
      }),
    );
  });

  it('refuses a key longer than a block, which would have to be hashed first', () => {
    expect(() => hmacSha256(Buffer.alloc(65), Buffer.alloc(0))).toThrow(RangeError);
  });
});
