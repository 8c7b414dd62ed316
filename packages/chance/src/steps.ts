import type { Contract, DataOf } from '@lightstick/contract';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** What `getProof` answers. */
export type Proof = DataOf<Contract['GET /activity/api/v1/packet/getProof']>;
export type PacketProof = Extract<Proof, { kind: 'packet' }>;
export type BoxProof = Extract<Proof, { kind: 'box' }>;
export type RaffleProof = Extract<Proof, { kind: 'raffle' }>;
export type CampaignDocument = BoxProof['document'];

/** `notYet`: what the step needs is not revealed yet. */
export type StepVerdict = boolean | 'notYet';

/** A step of a verification with the values to show. */
export type StepOf<Name extends string, Detail> = {
  readonly step: Name;
  readonly ok: StepVerdict;
  readonly detail: Readonly<Detail>;
};

export type FormatStep = StepOf<'format', { format: string }>;
export type SeedStep = StepOf<'seed', { commitment: string; seed: string | null; computed: string | null }>;
export type DocumentStep = StepOf<'document', { hash: string; computed: string; version: number }>;

/** Checks a seed against the promised hash. */
export function seedStep({
  commitment,
  seed,
}: {
  readonly commitment: string;
  readonly seed: string | null;
}): SeedStep {
  const computed = seed === null ? null : bytesToHex(sha256(hexToBytes(seed)));
  return {
    step: 'seed',
    ok: computed === null ? 'notYet' : computed === commitment,
    detail: { commitment, seed, computed },
  };
}

type ProofOfCampaign = {
  readonly activityId: string;
  readonly document: CampaignDocument;
  readonly documentHash: string;
};

/** Checks that prizes and rules are those that were published, and this campaign's. */
export function documentStep(
  { activityId, document, documentHash: hash }: ProofOfCampaign,
  isOfItsKind: boolean,
): DocumentStep {
  const computed = bytesToHex(documentHash(document));
  return {
    step: 'document',
    ok: computed === hash && document.activityId === activityId && isOfItsKind,
    detail: { hash, computed, version: document.version },
  };
}

/** Hashes the canonical JSON of a campaign's prizes and rules by SHA-256. */
export function documentHash(document: CampaignDocument): Uint8Array {
  return sha256(utf8ToBytes(canonicalJson(document)));
}

/** Returns the first place at which two lists differ. */
export function differenceOf<Item>(a: readonly Item[], b: readonly Item[]): number | null {
  for (let i = 0; i < Math.max(a.length, b.length); i++) if (a[i] !== b[i]) return i;
  return null;
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * Writes the canonical JSON of a value (RFC 8785): no spaces, names in UTF-16 code unit order, ECMAScript numbers and
 * strings, so that anyone can recompute its hash.
 *
 * @throws TypeError for a non-finite number or a lone surrogate
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value as { readonly [name: string]: Json });
    // Strings compare by code units by default.
    members.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`).join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is no number of JSON`);
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('A text has half of a surrogate pair');
  return JSON.stringify(value);
}
