import type { Contract, DataOf } from '@lightstick/contract';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { FormatStep, StepOf } from './steps.ts';

const format = 'lightstick/staking/v1';

/** What `staking/period` answers of a settled period. */
export type StakingPeriod = DataOf<Contract['GET /task/api/v1/staking/period']>['period'];

/** A line of the published list: one fan, without a name. */
export type StakingLine = { readonly weight: bigint; readonly share: bigint };

export type StakingStep =
  | FormatStep
  /** The file is the one whose hash was published. */
  | StepOf<'hash', { hash: string; computed: string }>
  /** It is about this period, with the pool and the number of fans that were published. */
  | StepOf<'period', { periodId: string; pool: string; stakers: number }>
  /** The weights add up to the published sum. */
  | StepOf<'weights', { totalWeight: string; sum: string }>
  /** The shares add up to the pool; or there was no stake, and all of it went back. */
  | StepOf<'pool', { pool: number; sum: string; isReturned: boolean }>
  /**
   * Every share is its part rounded down, and `rest` Points go one by one to the largest remainders. `differsAt` is the place
   * of the first line with another share, from 0.
   */
  | StepOf<'parts', { rest: number | null; differsAt: number | null }>;

type ParsedFile = {
  readonly head: readonly string[];
  readonly lines: readonly StakingLine[];
  readonly isWellFormed: boolean;
};

const headLength = 4;
const lineForm = /^(0|[1-9]\d*) (0|[1-9]\d*)$/;

function parse(file: Uint8Array): ParsedFile {
  const rows = new TextDecoder().decode(file).split('\n');
  const lines: StakingLine[] = [];
  // The last line ends in a line feed too, behind which is nothing.
  const isEnded = rows.pop() === '';
  const listed = rows.slice(headLength);
  for (const row of listed) {
    const [, weight, share] = lineForm.exec(row) ?? [];
    if (weight !== undefined && share !== undefined) lines.push({ weight: BigInt(weight), share: BigInt(share) });
  }
  const isWellFormed = isEnded && rows.length >= headLength && lines.length === listed.length;
  return { head: rows.slice(0, headLength), lines, isWellFormed };
}

/**
 * Recomputes how the pool of a period was shared out, from the published list alone.
 * @param file - the bytes of `staking/periodFile`
 */
export function verifyStaking(
  period: StakingPeriod,
  file: Uint8Array,
): { readonly steps: readonly StakingStep[]; readonly lines: readonly StakingLine[] } {
  const { head, lines, isWellFormed } = parse(file);
  const [named = '', periodId = '', pool = '', totalWeight = ''] = head;
  const computed = bytesToHex(sha256(file));
  const weights = lines.reduce((sum, { weight }) => sum + weight, 0n);
  const shares = lines.reduce((sum, { share }) => sum + share, 0n);
  const steps: StakingStep[] = [
    { step: 'format', ok: isWellFormed && named === format, detail: { format: named } },
    { step: 'hash', ok: computed === period.hash, detail: { hash: period.hash, computed } },
    {
      step: 'period',
      ok: periodId === period.periodId && pool === String(period.pool) && lines.length === period.stakers,
      detail: { periodId, pool, stakers: lines.length },
    },
    {
      step: 'weights',
      ok: totalWeight === String(weights) && period.totalWeight === totalWeight,
      detail: { totalWeight: period.totalWeight, sum: String(weights) },
    },
    {
      step: 'pool',
      ok: period.isReturned === (lines.length === 0) && (period.isReturned || shares === BigInt(period.pool)),
      detail: { pool: period.pool, sum: String(shares), isReturned: period.isReturned },
    },
    partsStep(BigInt(period.pool), lines),
  ];
  return { steps, lines };
}

function partsStep(pool: bigint, lines: readonly StakingLine[]): StakingStep {
  if (lines.length === 0) return { step: 'parts', ok: true, detail: { rest: null, differsAt: null } };
  const parts = sharesOf(
    pool,
    lines.map(({ weight }) => weight),
  );
  const differs = parts?.shares.findIndex((share, place) => share !== lines[place]?.share) ?? 0;
  const differsAt = differs < 0 ? null : differs;
  return { step: 'parts', ok: differsAt === null, detail: { rest: parts?.rest ?? null, differsAt } };
}

type PoolSplit = {
  readonly shares: readonly bigint[];
  /** How many Points rounding down leaves over. */
  readonly rest: number;
};

/** Shares a pool out by the largest remainder, of equal ones to the earlier weight; undefined if nothing weighs anything. */
function sharesOf(pool: bigint, weights: readonly bigint[]): PoolSplit | undefined {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return undefined;
  const shares = weights.map((weight) => (pool * weight) / total);
  const rest = Number(pool - shares.reduce((sum, share) => sum + share, 0n));
  const byRemainder = weights
    .map((weight, place) => ({ remainder: (pool * weight) % total, place }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.place - b.place : a.remainder < b.remainder ? 1 : -1));
  for (const { place } of byRemainder.slice(0, rest)) shares[place] = (shares[place] ?? 0n) + 1n;
  return { shares, rest };
}
