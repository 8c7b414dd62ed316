import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { sumOf, drawOne } from './draws.ts';
import {
  type BoxProof,
  type DocumentStep,
  differenceOf,
  documentStep,
  type FormatStep,
  type SeedStep,
  seedStep,
  type StepOf,
} from './steps.ts';
import { most, stream } from './stream.ts';

const boxFormat = 'lightstick/box/v1';

/**
 * Makes the seed of one opening from the server's seed and a text that the fan's browser made after the server's
 * promise.
 */
export function openingSeed(seed: Uint8Array, nonce: number, clientSeed: string): Uint8Array {
  return hmac(sha256, seed, utf8ToBytes(`${boxFormat}\0${nonce}:${clientSeed}`));
}

/** What decides whether the next opening of a fan must bring a rare prize. */
export type BoxBefore = {
  /** The rest of each prize, in the document's order. */
  readonly left: readonly number[];
  readonly isRare: readonly boolean[];
  /** The fan's openings since the last rare prize. */
  readonly since: number;
  /** A rare prize comes at this opening of a fan at the latest, while there is one. */
  readonly rareWithin: number | null;
};

export type BoxOpening = BoxBefore & {
  /** The server's, of the stretch. */
  readonly seed: Uint8Array;
  readonly nonce: number;
  readonly clientSeed: string;
};

/**
 * Draws the prize of one opening, and counts the fan's openings since a rare one, this one included.
 * @returns the place of the prize in `left`
 * @throws RangeError if nothing is left, or more than 2^48
 */
export function drawOpening(opening: BoxOpening): { readonly prize: number; readonly since: number } {
  const { left, isRare } = opening;
  const weights = mustBeRare(opening) ? left.map((count, place) => (isRare[place] ? count : 0)) : left;
  const prize = drawOne(stream(openingSeed(opening.seed, opening.nonce, opening.clientSeed), 'prize'), weights);
  return { prize, since: sinceAfter(opening, prize) };
}

function mustBeRare({ left, isRare, since, rareWithin }: BoxBefore): boolean {
  return rareWithin !== null && since >= rareWithin - 1 && left.some((count, place) => count > 0 && isRare[place]);
}

function sinceAfter({ isRare, since }: BoxBefore, prize: number): number {
  return isRare[prize] ? 0 : since + 1;
}

/** An opening for which the seeds make another prize; prizes are places in the document. */
export type DifferentPrize = { readonly nonce: number; readonly computed: number; readonly given: number };

export type BoxStep =
  | FormatStep
  | DocumentStep
  | SeedStep
  /** What was left at the start agrees with the prizes and with the number of openings before. */
  | StepOf<'start', { epoch: number; startedAt: string; revealedAt: string | null; left: readonly number[] }>
  /** Only beside the stretch before: it begins with what that one left, prizes and counts of waiting fans alike. */
  | StepOf<'continuation', { epoch: number; left: readonly number[] }>
  /** The openings are numbered without a gap. */
  | StepOf<'numbers', { openings: number; first: number | null; last: number | null }>
  /** No prize was drawn more often than it was there. */
  | StepOf<'stock', { drawn: readonly number[]; left: readonly number[] }>
  /** Only with the rule: no fan waited longer for a rare prize. `broken` is the first opening that breaks it. */
  | StepOf<'pity', { rareWithin: number; forced: number; broken: number | null }>
  /** The seeds make these prizes. */
  | StepOf<'prizes', { openings: number; differing: number; first: DifferentPrize | null }>;

/** Replays a stretch of openings. It throws for no proof that has the contract's form. */
export function verifyBox(proof: BoxProof): BoxStep[] {
  const { document, openings, seed } = proof;
  const start = startStep(proof);
  const stock = stockStep(proof);
  const replayed = start.ok === true && stock.ok === true ? replay(proof) : undefined;
  const { rareWithin } = document;
  return [
    { step: 'format', ok: proof.kind === 'box' && proof.format === boxFormat, detail: { format: proof.format } },
    documentStep(proof, document.kind !== 'raffle'),
    seedStep(proof),
    start,
    numbersStep(proof),
    stock,
    ...(rareWithin === null ? [] : [pityStep(rareWithin, replayed)]),
    {
      step: 'prizes',
      ok: seed === null ? 'notYet' : replayed?.differing === 0,
      detail: { openings: openings.length, differing: replayed?.differing ?? 0, first: replayed?.first ?? null },
    },
  ];
}

/**
 * Checks that a stretch goes on where the one before ended. A stretch alone shows only that its start adds up:
 * prizes might have been exchanged between two.
 */
export function verifyContinuation(former: BoxProof, later: BoxProof): BoxStep {
  const { left, waiting } = replay(former);
  const isWaiting = [...waiting].filter(([, since]) => since > 0).toSorted(([a], [b]) => a - b);
  const ok =
    former.epoch + 1 === later.epoch &&
    former.documentHash === later.documentHash &&
    differenceOf(left, later.leftAtStart) === null &&
    differenceOf(isWaiting.flat(), later.sinceAtStart.toSorted(([a], [b]) => a - b).flat()) === null;
  return { step: 'continuation', ok, detail: { epoch: former.epoch, left } };
}

function startStep(proof: BoxProof): BoxStep {
  const { epoch, startedAt, revealedAt, seed, leftAtStart: left, document } = proof;
  const totals = document.prizes.map(({ total }) => total);
  const ok =
    left.length === totals.length &&
    left.every((count, place) => count <= (totals[place] ?? 0)) &&
    sumOf(totals) <= most &&
    agreesWithOpeningsBefore(proof, sumOf(totals) - sumOf(left)) &&
    (revealedAt === null) === (seed === null) &&
    (revealedAt === null || Date.parse(startedAt) <= Date.parse(revealedAt));
  return { step: 'start', ok, detail: { epoch, startedAt, revealedAt, left } };
}

function agreesWithOpeningsBefore({ epoch, openings, sinceAtStart }: BoxProof, before: number): boolean {
  const first = openings[0]?.[0];
  return (
    (first === undefined || first === before + 1) &&
    (epoch > 1 || before === 0) &&
    new Set(sinceAtStart.map(([fan]) => fan)).size === sinceAtStart.length &&
    sumOf(sinceAtStart.map(([, since]) => since)) <= before
  );
}

function numbersStep({ openings }: BoxProof): BoxStep {
  const first = openings[0]?.[0] ?? null;
  const last = openings.at(-1)?.[0] ?? null;
  const ok = openings.every(([nonce], i) => first !== null && nonce === first + i);
  return { step: 'numbers', ok, detail: { openings: openings.length, first, last } };
}

function stockStep({ openings, leftAtStart }: BoxProof): BoxStep {
  const drawn = leftAtStart.map(() => 0);
  for (const [, , , prize] of openings) drawn[prize] = (drawn[prize] ?? 0) + 1;
  const left = leftAtStart.map((count, place) => count - (drawn[place] ?? 0));
  const ok = drawn.length === leftAtStart.length && left.every((count) => count >= 0);
  return { step: 'stock', ok, detail: { drawn, left } };
}

function pityStep(rareWithin: number, replayed: ReplayResult | undefined): BoxStep {
  const { forced = 0, broken = null } = replayed ?? {};
  return { step: 'pity', ok: replayed !== undefined && broken === null, detail: { rareWithin, forced, broken } };
}

type ReplayResult = {
  differing: number;
  first: DifferentPrize | null;
  forced: number;
  broken: number | null;
  /** The state at the end: the rest of each prize, and the fans' openings since a rare one. */
  readonly left: number[];
  readonly waiting: Map<number, number>;
};

/** Follows the given prizes, so that one wrong opening does not make all that follow differ. */
function replay({ document, leftAtStart, sinceAtStart, openings, seed }: BoxProof): ReplayResult {
  const { rareWithin } = document;
  const isRare = document.prizes.map((prize) => prize.isRare);
  const left = [...leftAtStart];
  const waiting = new Map(sinceAtStart);
  const bytes = seed === null ? undefined : hexToBytes(seed);
  const found: ReplayResult = { differing: 0, first: null, forced: 0, broken: null, left, waiting };
  for (const [nonce, clientSeed, fan, given] of openings) {
    const before = { left, isRare, since: waiting.get(fan) ?? 0, rareWithin };
    if (mustBeRare(before)) {
      found.forced++;
      if (!isRare[given]) found.broken ??= nonce;
    }
    if (bytes !== undefined) {
      const { prize: computed } = drawOpening({ ...before, seed: bytes, nonce, clientSeed });
      if (computed !== given) {
        found.differing++;
        found.first ??= { nonce, computed, given };
      }
    }
    left[given] = (left[given] ?? 0) - 1;
    waiting.set(fan, sinceAfter(before, given));
  }
  return found;
}
