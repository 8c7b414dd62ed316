import { hash, randomBytes } from 'node:crypto';

/** Bytes of a block of SHA-256, and of its digest. */
const blockSize = 64;
const digestSize = 32;

/**
 * Returns HMAC-SHA-256 (RFC 2104) for keys of at most one block. Node's own creates a key object per key, which takes
 * five times as long as the hashing, and each vote has its own key.
 */
export function hmacSha256(key: Buffer, message: Buffer): Buffer {
  if (key.length > blockSize) throw new RangeError(`The key has ${key.length} bytes, more than ${blockSize}`);
  const inner = Buffer.allocUnsafe(blockSize + message.length).fill(0x36, 0, blockSize);
  const outer = Buffer.allocUnsafe(blockSize + digestSize).fill(0x5c, 0, blockSize);
  for (let position = 0; position < key.length; position += 1) {
    const byte = key[position] as number;
    inner[position] = 0x36 ^ byte;
    outer[position] = 0x5c ^ byte;
  }
  message.copy(inner, blockSize);
  // As text, because Node makes a digest's buffer in more time than the digest.
  outer.write(hash('sha256', inner, 'binary'), blockSize, 'latin1');
  return Buffer.from(hash('sha256', outer, 'binary'), 'latin1');
}

const saltSize = 16;
const saltsAtOnce = 256;

let drawn = Buffer.alloc(0);
let used = 0;

/** Returns sixteen random bytes for one vote. They are drawn in bulk, because many cost hardly more than one. */
export function nextSalt(): Buffer {
  if (used === drawn.length) {
    drawn = randomBytes(saltSize * saltsAtOnce);
    used = 0;
  }
  const salt = drawn.subarray(used, used + saltSize);
  used += saltSize;
  return salt;
}

/** The fields of a counted vote, as in the ledger. */
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
  /** SHA-256 of the rules it was cast under, in hexadecimal; null without published rules. */
  readonly rulesHash: string | null;
};

const leafPrefix = Buffer.from('lightstick/vote/v1\0', 'latin1');
const bucketSeconds = 10;

/** Rounds down to Unix seconds in steps of ten: fine enough to recount a deadline, too coarse to single out a voter. */
function voteBucket(receivedAt: Date): number {
  return Math.floor(receivedAt.getTime() / 1000 / bucketSeconds);
}

/**
 * Represents the voter in a vote's leaf: HMAC-SHA256(salt, "voter\0" || account || period as u32 || key). Without the salt
 * it reveals nothing, and two votes of one fan cannot be linked.
 */
export function voterCommitment({
  accountId,
  period,
  key,
  salt,
}: Pick<CountedVote, 'accountId' | 'period' | 'key' | 'salt'>): Buffer {
  const voter = Buffer.from(`voter\0${accountId}`);
  const message = Buffer.allocUnsafe(voter.length + 20);
  voter.copy(message);
  message.writeUInt32BE(period, voter.length);
  message.write(key.replaceAll('-', ''), voter.length + 4, 'hex');
  return hmacSha256(salt, message);
}

/**
 * Returns the bytes of a vote that its fingerprint covers, with big-endian numbers:
 * `"lightstick/vote/v1\0" || period
 * u32 || idol u64 || count u64 || bucket u32 || voter commitment (32 bytes)`.
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

/** Makes a fan's receipt: everything needed to compute the vote's leaf and its hash (RFC 9162, section 2.1.1). */
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
