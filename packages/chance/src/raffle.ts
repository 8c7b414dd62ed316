import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { pick, sumOf, drawWeighted } from './draws.ts';
import { quicknet, roundOfRaffle, timeOf } from './quicknet.ts';
import {
  type DocumentStep,
  differenceOf,
  documentStep,
  type FormatStep,
  type RaffleProof,
  type SeedStep,
  seedStep,
  type StepOf,
} from './steps.ts';
import { most, stream } from './stream.ts';

const format = 'lightstick/draw/v1';

/** Represents a fan in the list of entries; without the salt it leads to no account. */
export function entryHash(salt: Uint8Array, accountId: string): Uint8Array {
  return sha256(utf8ToBytes(`lightstick/entry/v1\0${bytesToHex(salt)}:${accountId}`));
}

/** An entry of the frozen list; `hash` in hexadecimal. */
export type RaffleEntry = { readonly hash: string; readonly weight: number };

/** Hashes the list, which is sorted by hash. */
export function rootOf(entries: readonly RaffleEntry[]): Uint8Array {
  return sha256(utf8ToBytes(entries.map(({ hash, weight }) => `${hash} ${weight}\n`).join('')));
}

/** @param beacon the signature of drand's round, or the organiser's seed */
export function raffleSeed(beacon: Uint8Array, root: Uint8Array): Uint8Array {
  return hmac(sha256, beacon, concatBytes(utf8ToBytes(`${format}\0`), root));
}

/** Places in the list of entries and in the list of prizes. */
export type Winner = { readonly entry: number; readonly prize: number };

/**
 * Draws the winners in the order of the prizes, of which each is given as often as its total; fewer if there are fewer
 * entries.
 * @throws RangeError if the weights exceed 2^48 in all
 */
export function drawWinners(seed: Uint8Array, weights: readonly number[], totals: readonly number[]): Winner[] {
  const count = Math.min(sumOf(totals), weights.length);
  const numbers = stream(seed, 'winners');
  const drawn = weights.every((weight) => weight === 1)
    ? pick(numbers, weights.length, count)
    : drawWeighted(numbers, weights, count);
  let prize = 0;
  let given = 0;
  return drawn.map((entry) => {
    while (given === totals[prize]) {
      prize++;
      given = 0;
    }
    given++;
    return { entry, prize };
  });
}

export type RaffleStep =
  | FormatStep
  | DocumentStep
  /** The list is sorted, and has this root; it was frozen after the close. */
  | StepOf<'entries', EntriesDetail>
  /** Of drand: the round is the one that the rules name, and the list was frozen before it. */
  | StepOf<
      'round',
      { chainHash: string; publicKey: string; round: number | null; expected: number | null; at: string | null }
    >
  /** Of drand: the chain signed the round. `notYet` also without `verifyRound`. */
  | StepOf<'signature', { round: number | null; signature: string | null }>
  /** Of the organiser: the seed is the promised one. */
  | SeedStep
  /** Seed and list make these winners; `drawn` are they with their prizes, `differsAt` the first that differs. */
  | StepOf<'winners', { seed: string | null; drawn: readonly DrawnEntry[] | null; differsAt: number | null }>;

type EntriesDetail = {
  entrants: number | null;
  weight: number | null;
  root: string | null;
  computed: string | null;
  frozenAt: string | null;
};

/** `prize` is a place in the document. */
export type DrawnEntry = { readonly hash: string; readonly prize: number };

/**
 * Recomputes a raffle. It throws for no proof that has the contract's form.
 * @param verifyRound of `@lightstick/chance/drand`, which is large; without it drand's signature is not checked yet
 */
export function verifyRaffle(
  proof: RaffleProof,
  verifyRound?: (round: number, signature: string) => boolean,
): RaffleStep[] {
  const { document, beacon, entries } = proof;
  const list = entriesStep(proof);
  return [
    { step: 'format', ok: proof.kind === 'raffle' && proof.format === format, detail: { format: proof.format } },
    documentStep(proof, document.kind === 'raffle' && document.beacon === beacon.kind),
    list,
    ...(entries?.length === 0 ? [] : beaconSteps(proof, verifyRound)),
    winnersStep(proof, list.ok === true),
  ];
}

/** Returns `notYet` while all are null; null alone is a gap. */
function gapOrNotYet(parts: readonly unknown[]): 'notYet' | false {
  return parts.every((part) => part === null) ? 'notYet' : false;
}

function entriesStep({ entries, root, frozenAt, document }: RaffleProof): RaffleStep {
  if (entries === null || root === null || frozenAt === null) {
    const detail = { entrants: null, weight: null, root, computed: null, frozenAt };
    return { step: 'entries', ok: gapOrNotYet([entries, root, frozenAt]), detail };
  }
  const computed = bytesToHex(rootOf(entries));
  const weight = sumOf(entries.map((entry) => entry.weight));
  const isSorted = entries.every(({ hash }, i) => i === 0 || (entries[i - 1]?.hash ?? '') < hash);
  const ok = computed === root && isSorted && weight <= most && Date.parse(document.closesAt) <= Date.parse(frozenAt);
  return { step: 'entries', ok, detail: { entrants: entries.length, weight, root, computed, frozenAt } };
}

function beaconSteps(
  { beacon, document, frozenAt }: RaffleProof,
  verifyRound: ((round: number, signature: string) => boolean) | undefined,
): RaffleStep[] {
  if (beacon.kind === 'organiser') return [seedStep(beacon)];
  const { chainHash, publicKey, round, signature } = beacon;
  const isQuicknet = chainHash === quicknet.chainHash && publicKey === quicknet.publicKey;
  const expected = frozenAt === null ? null : roundOfRaffle(new Date(document.closesAt), new Date(frozenAt));
  const at = expected === null ? null : timeOf(expected).toISOString();
  const isNotYet = isQuicknet && round === null && expected === null;
  const isSigned =
    signature === null || verifyRound === undefined ? 'notYet' : round !== null && verifyRound(round, signature);
  return [
    {
      step: 'round',
      ok: isNotYet ? 'notYet' : isQuicknet && round === expected,
      detail: { chainHash, publicKey, round, expected, at },
    },
    { step: 'signature', ok: isSigned, detail: { round, signature } },
  ];
}

function winnersStep(
  { beacon, document, entries, root, winners, frozenAt, drawnAt }: RaffleProof,
  isListed: boolean,
): RaffleStep {
  const value = beacon.kind === 'drand' ? beacon.signature : beacon.seed;
  const isOver = winners !== null && drawnAt !== null && frozenAt !== null && root !== null && entries !== null;
  // Without entries nothing is drawn, and the beacon is not asked.
  const secret = value ?? (entries?.length === 0 ? '' : null);
  if (!isOver || secret === null) {
    const detail = { seed: null, drawn: null, differsAt: null };
    return { step: 'winners', ok: gapOrNotYet([value, winners, drawnAt]), detail };
  }
  if (!isListed) return { step: 'winners', ok: false, detail: { seed: null, drawn: null, differsAt: null } };
  const seed = raffleSeed(hexToBytes(secret), hexToBytes(root));
  const weights = entries.map(({ weight }) => weight);
  const totals = document.prizes.map(({ total }) => total);
  const drawn = drawWinners(seed, weights, totals).map(({ entry, prize }) => ({
    hash: entries[entry]?.hash ?? '',
    prize,
  }));
  const differsAt = differenceOf(
    drawn.map(({ hash }) => hash),
    winners,
  );
  const ok = differsAt === null && Date.parse(frozenAt) <= Date.parse(drawnAt);
  return { step: 'winners', ok, detail: { seed: bytesToHex(seed), drawn, differsAt } };
}
