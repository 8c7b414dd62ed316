import { hash } from 'node:crypto';
import { hmacSha256 } from './hmac-sha256.ts';

/** What one counted vote is made of, as it stands in the ledger. */
export type CountedVote = {
  readonly voteId: string;
  readonly activityId: string;
  /** The ledger period of the activity. */
  readonly period: number;
  readonly idolId: string;
  readonly num: number;
  readonly receivedAt: Date;
  readonly accountId: string;
  /** The vote's idempotency key. */
  readonly key: string;
  /** Sixteen random bytes that only the fan and the server know. */
  readonly salt: Buffer;
  /** SHA-256 of the rules under which it was cast, in hexadecimal; nothing where none were published. */
  readonly rulesHash: string | null;
};

const leafPrefix = Buffer.from('lightstick/vote/v1\0', 'latin1');
const bucketSeconds = 10;

/** Unix seconds in steps of ten: fine enough to recount a deadline, too coarse to single out a voter. */
export function voteBucket(receivedAt: Date): number {
  return Math.floor(receivedAt.getTime() / 1000 / bucketSeconds);
}

/**
 * What stands for the voter in the public log: HMAC-SHA256(salt, "voter\0" || account || period as u32 || key). Without the
 * salt it tells nothing, and two votes of one fan cannot be linked.
 */
export function voterCommitment({
  accountId,
  period,
  key,
  salt,
}: Pick<CountedVote, 'accountId' | 'period' | 'key' | 'salt'>): Buffer {
  const voter = Buffer.from(`voter\0${accountId}`);
  const periodBytes = Buffer.allocUnsafe(4);
  periodBytes.writeUInt32BE(period);
  const keyBytes = Buffer.from(key.replaceAll('-', ''), 'hex');
  return hmacSha256(salt, Buffer.concat([voter, periodBytes, keyBytes]));
}

/**
 * The bytes that stand for a vote in the public log, all numbers big-endian:
 * `"lightstick/vote/v1\0" || period u32 || idol u64 || count u64 || bucket u32 || voter commitment (32 bytes)`.
 */
export function voteLeaf(
  vote: Pick<CountedVote, 'period' | 'idolId' | 'num' | 'receivedAt'>,
  commitment: Buffer,
): Buffer {
  const numbers = Buffer.allocUnsafe(24);
  numbers.writeUInt32BE(vote.period, 0);
  numbers.writeBigUInt64BE(BigInt(vote.idolId), 4);
  numbers.writeBigUInt64BE(BigInt(vote.num), 12);
  numbers.writeUInt32BE(voteBucket(vote.receivedAt), 20);
  return Buffer.concat([leafPrefix, numbers, commitment]);
}

/** The receipt a fan keeps: everything that is needed to compute the vote's leaf and its hash (RFC 9162, section 2.1.1). */
export function voteReceipt(vote: CountedVote) {
  const commitment = voterCommitment(vote);
  const leafHash = hash('sha256', Buffer.concat([Buffer.of(0), voteLeaf(vote, commitment)]), 'base64');
  return {
    format: 'lightstick/vote/v1' as const,
    voteId: vote.voteId,
    activityId: vote.activityId,
    idolId: vote.idolId,
    num: vote.num,
    receivedAt: vote.receivedAt.toISOString(),
    bucket: voteBucket(vote.receivedAt),
    salt: vote.salt.toString('base64'),
    voterCommitment: commitment.toString('base64'),
    leafHash,
    rulesHash: vote.rulesHash,
  };
}

export type VoteReceipt = ReturnType<typeof voteReceipt>;
