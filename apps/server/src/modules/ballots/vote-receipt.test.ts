import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountedVote, voteLeaf, voteReceipt, voterCommitment, hmacSha256, nextSalt } from './vote-receipt.ts';

const vote: CountedVote = {
  voteId: '7',
  activityId: '1004',
  period: 1004,
  idolId: '101',
  num: 10,
  receivedAt: new Date('2026-11-21T03:16:53.999Z'),
  accountId: 'a'.repeat(20),
  key: '018f0000-0000-7000-8000-0000000000aa',
  salt: Buffer.alloc(16, 7),
  rulesHash: null,
};

describe('a vote receipt', () => {
  it('has a leaf of exactly the published layout', () => {
    const leaf = voteLeaf(vote, Buffer.alloc(32, 9));
    expect(leaf.toString('hex')).toBe(
      [
        Buffer.from('lightstick/vote/v1\0').toString('hex'),
        '000003ec', // the period, 1004
        '0000000000000065', // the idol, 101
        '000000000000000a', // ten votes
        '0ab34e1d', // 1795231013 seconds, in tens
        '09'.repeat(32),
      ].join(''),
    );
  });

  it('hashes the leaf with the prefix of a Merkle tree leaf', () => {
    const leaf = voteLeaf(vote, voterCommitment(vote));
    const expected = createHash('sha256').update(Buffer.of(0)).update(leaf).digest('base64');
    expect(voteReceipt(vote).leafHash).toBe(expected);
  });

  it('gives two votes of one fan commitments that cannot be linked', () => {
    const other = { ...vote, key: '018f0000-0000-7000-8000-0000000000ab', salt: Buffer.alloc(16, 8) };
    expect(voterCommitment(vote)).not.toEqual(voterCommitment(other));
  });

  it.each([
    ['account', { accountId: 'b'.repeat(20) }],
    ['period', { period: 1005 }],
    ['key', { key: '018f0000-0000-7000-8000-0000000000ac' }],
    ['salt', { salt: Buffer.alloc(16, 1) }],
  ])('commits to the %s', (_, change) => {
    expect(voterCommitment({ ...vote, ...change })).not.toEqual(voterCommitment(vote));
  });
});

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

it('every vote has a salt of sixteen bytes that no other vote has', () => {
  const salts = Array.from({ length: 2000 }, () => nextSalt().toString('hex'));
  expect(new Set(salts).size).toBe(2000);
  expect(salts.every((salt) => /^[0-9a-f]{32}$/.test(salt))).toBe(true);
});
