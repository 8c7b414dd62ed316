import { type Given, givenText } from '#/features/luck/given.ts';
import type { DrawnPrize } from '#/features/luck/participate.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';

/** What several prizes bring together: each asset once, and the number of pieces. */
export function gainsOf(prizes: readonly DrawnPrize[]): { readonly given: readonly Given[]; readonly pieces: number } {
  const given = new Map<string, Given>();
  for (const { gives } of prizes) {
    if (!gives) continue;
    const key = `${gives.assetName} ${gives.activityId ?? ''}`;
    given.set(key, { ...gives, amount: (given.get(key)?.amount ?? 0) + gives.amount });
  }
  return { given: [...given.values()], pieces: prizes.filter(({ gives }) => gives === null).length };
}

/** The same in words, an asset each. */
export function gainTexts(prizes: readonly DrawnPrize[], t: Translate): readonly string[] {
  const { given, pieces } = gainsOf(prizes);
  return [...given.map((each) => givenText(each, t)), ...(pieces > 0 ? [t('box.pieces', { count: pieces })] : [])];
}
