import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type CountedVote, voteLeaf, voteReceipt, voterCommitment } from './vote-receipt.ts';

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
