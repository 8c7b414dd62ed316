import type { BlindBox, Campaign } from '#/features/luck/luck-queries.ts';

type Prize = Campaign['prizes'][number];

/** A prize with its chance in the next opening: `left` of `among`. */
export type PrizeOdds = { readonly prize: Prize; readonly left: number; readonly among: number };

/** Returns the odds of the next opening: what is left of each prize among all that are left, or among the rare ones. */
export function oddsOf(prizes: readonly Prize[], isRareNext: boolean): readonly PrizeOdds[] {
  const canCome = (prize: Prize) => (isRareNext && !prize.isRare ? 0 : prize.left);
  const among = prizes.reduce((sum, prize) => sum + canCome(prize), 0);
  return prizes.map((prize) => ({ prize, left: canCome(prize), among }));
}

/**
 * Formats `left` of `among` in percent, with at least two decimals and two significant digits; `0%` and `100%` only
 * where they are exact.
 */
export function percentOf(left: number, among: number): string {
  if (left === 0 || among === 0) return '0%';
  if (left === among) return '100%';
  const percent = (left / among) * 100;
  const smaller = Math.min(percent, 100 - percent);
  const decimals = Math.max(2, 1 - Math.floor(Math.log10(smaller)));
  return `${percent.toFixed(Math.min(decimals, 12))}%`;
}

/** Returns in how many openings a rare prize comes at the latest; null without the rule, or when none is left. */
export function rareWithin({ pity, prizes }: Pick<BlindBox, 'pity' | 'prizes'>): number | null {
  if (!pity || !prizes.some(({ isRare, left }) => isRare && left > 0)) return null;
  return Math.max(1, pity.within - pity.since);
}

export type OpeningBlock = 'limit' | 'stock' | 'points';

/** Returns why a fan cannot open so many; null when they can, or when their balance is not known. */
export function openingBlock(
  { perFanLimit, openedByMe, left, price }: Pick<BlindBox, 'perFanLimit' | 'openedByMe' | 'left' | 'price'>,
  num: number,
  points: number | undefined,
): OpeningBlock | null {
  if (perFanLimit !== null && openedByMe + num > perFanLimit) return 'limit';
  if (left < num) return 'stock';
  return points !== undefined && points < price * num ? 'points' : null;
}
