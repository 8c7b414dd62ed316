import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { mostToSplit, split, sumOf } from './draws.ts';
import { differenceOf, type FormatStep, type PacketProof, type SeedStep, seedStep, type StepOf } from './steps.ts';
import { stream } from './stream.ts';

const format = 'lightstick/packet/v1';

/**
 * Returns the shares of a red packet in the order in which they are grabbed.
 * @throws RangeError unless 1 ≤ shares ≤ total ≤ 2^47
 */
export function sharesOf(seed: Uint8Array, total: number, shares: number): number[] {
  return split(stream(seed, 'shares'), total, shares);
}

/**
 * Hashes what is published of the shares before the packet opens: of which packet, in which asset, and how much each
 * is.
 */
export function sharesHash(
  seed: Uint8Array,
  { packetId, assetName, amounts }: { packetId: string; assetName: string; amounts: readonly number[] },
): Uint8Array {
  return sha256(concatBytes(seed, utf8ToBytes([format, packetId, assetName, amounts.join(',')].join('\0'))));
}

export type PacketStep =
  | FormatStep
  /** Seed and shares were fixed before anybody could grab. */
  | StepOf<'promise', { fundedAt: string; opensAt: string }>
  | SeedStep
  /** The seed makes these shares. `differsAt` is the first that it does not make. */
  | StepOf<'shares', { total: number; shares: number; sum: number | null; differsAt: number | null }>
  /** The shares are those whose hash was published. */
  | StepOf<'sharesHash', { hash: string; computed: string | null }>
  /** What fans grabbed, and what went back. */
  | StepOf<'grabbed', { grabbed: number; shares: number; given: number | null; returned: number | null }>;

/** Recomputes a packet. It throws for no proof that is of the contract's form. */
export function verifyPacket(proof: PacketProof): PacketStep[] {
  const { fundedAt, opensAt } = proof;
  return [
    { step: 'format', ok: proof.kind === 'packet' && proof.format === format, detail: { format: proof.format } },
    { step: 'promise', ok: Date.parse(fundedAt) <= Date.parse(opensAt), detail: { fundedAt, opensAt } },
    seedStep(proof),
    ...shareSteps(proof),
    grabbedStep(proof),
  ];
}

function shareSteps({
  packetId,
  assetName,
  seed,
  amounts,
  total,
  shares,
  sharesHash: hash,
}: PacketProof): PacketStep[] {
  if (seed === null || amounts === null) {
    const ok = seed === null && amounts === null ? 'notYet' : false;
    return [
      { step: 'shares', ok, detail: { total, shares, sum: null, differsAt: null } },
      { step: 'sharesHash', ok, detail: { hash, computed: null } },
    ];
  }
  const bytes = hexToBytes(seed);
  const canBeSplit = amounts.length === shares && shares <= total && total <= mostToSplit;
  const differsAt = canBeSplit ? differenceOf(sharesOf(bytes, total, shares), amounts) : null;
  const computed = bytesToHex(sharesHash(bytes, { packetId, assetName, amounts }));
  return [
    {
      step: 'shares',
      ok: canBeSplit && differsAt === null,
      detail: { total, shares, sum: sumOf(amounts), differsAt },
    },
    { step: 'sharesHash', ok: computed === hash, detail: { hash, computed } },
  ];
}

function grabbedStep({ grabbed, shares, total, amounts }: PacketProof): PacketStep {
  const given = amounts === null ? null : sumOf(amounts.slice(0, grabbed));
  const returned = given === null ? null : total - given;
  return { step: 'grabbed', ok: grabbed <= shares, detail: { grabbed, shares, given, returned } };
}
