import { type Given, givenKind, givenText } from '#/features/luck/given.ts';
import type { DrawnPrize } from '#/features/luck/participate.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';

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

/** Where prizes can be used at once, the most exciting first. */
export function waysTo(prizes: readonly DrawnPrize[]): readonly { readonly to: string; readonly text: MessageId }[] {
  const { given, pieces } = gainsOf(prizes);
  const forVotes = given.find(({ assetName }) => ['votes', 'tickets'].includes(givenKind(assetName)));
  const query = forVotes?.activityId ? `?activityId=${encodeURIComponent(forVotes.activityId)}` : '';
  return [
    ...(forVotes ? [{ to: `/vote-activity${query}`, text: 'box.use.vote' as const }] : []),
    ...(pieces > 0 ? [{ to: '/my-orders', text: 'box.use.nfts' as const }] : []),
    ...(given.some(({ assetName }) => givenKind(assetName) === 'points')
      ? [{ to: '/mall', text: 'box.use.mall' as const }]
      : []),
  ];
}
