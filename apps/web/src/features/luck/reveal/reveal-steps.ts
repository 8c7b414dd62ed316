import { type PrizeAsset, givenText } from '#/features/luck/given.ts';
import type { DrawnPrize } from '#/features/luck/participate.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';

/** The progress of a reveal: the vessel opens, the cards are flipped one by one, then there is the summary. */
export type RevealStep = { readonly phase: 'opening' | 'cards' | 'done'; readonly flipped: number };

/** A tap, the end of `waitMs`, or the wish to see everything at once. */
export type StepEvent = 'tap' | 'time' | 'skip';

export const firstStep: RevealStep = { phase: 'opening', flipped: 0 };

/** Returns the step after an event, with `count` cards. A tap never waits for an animation. */
export function afterEvent(step: RevealStep, event: StepEvent, count: number): RevealStep {
  const { phase, flipped } = step;
  if (event === 'skip' || phase === 'done') return { phase: 'done', flipped: count };
  if (phase === 'opening') return { phase: 'cards', flipped: 0 };
  if (flipped < count) return { phase, flipped: flipped + 1 };
  return { phase: 'done', flipped: count };
}

const openingMs = 1600;
const aloneMs = 900;
const lastMs = 1300;

/** Returns after how long a step ends by itself; undefined where a tap is awaited. */
export function waitMs({ phase, flipped }: RevealStep, count: number): number | undefined {
  if (phase === 'opening') return openingMs;
  if (phase === 'done') return undefined;
  if (flipped === count) return lastMs;
  // A single card flips by itself.
  return count === 1 ? aloneMs : undefined;
}

/** Returns what several prizes bring together: each asset once, and the number of pieces. */
export function gainsOf(prizes: readonly DrawnPrize[]): {
  readonly given: readonly PrizeAsset[];
  readonly pieces: number;
} {
  const given = new Map<string, PrizeAsset>();
  for (const { gives } of prizes) {
    if (!gives) continue;
    const key = `${gives.assetName} ${gives.activityId ?? ''}`;
    given.set(key, { ...gives, amount: (given.get(key)?.amount ?? 0) + gives.amount });
  }
  return { given: [...given.values()], pieces: prizes.filter(({ gives }) => gives === null).length };
}

/** Returns the same in words, an asset each. */
export function gainTexts(prizes: readonly DrawnPrize[], t: Translate): readonly string[] {
  const { given, pieces } = gainsOf(prizes);
  return [...given.map((each) => givenText(each, t)), ...(pieces > 0 ? [t('box.pieces', { count: pieces })] : [])];
}
