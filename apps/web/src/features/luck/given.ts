import { formatNumber } from '#/lib/format/format-number.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';
import type { BlindBox } from './luck-queries.ts';

/** An amount of an asset. */
export type PrizeAsset = NonNullable<BlindBox['prizes'][number]['gives']>;

export type PrizeAssetKind = 'points' | 'tickets' | 'votes' | 'other';

/** Returns the kind of an asset by its wire name. */
export function givenKind(assetName: string): PrizeAssetKind {
  if (assetName === 'POINT') return 'points';
  if (assetName.includes('TICKET')) return 'tickets';
  return assetName.includes('VOTE') ? 'votes' : 'other';
}

/** Formats as `50 Points`, `1 ticket`, `10 votes`. */
export function givenText({ assetName, amount }: Pick<PrizeAsset, 'assetName' | 'amount'>, t: Translate): string {
  switch (givenKind(assetName)) {
    case 'points':
      return t('points.count', { points: amount });
    case 'tickets':
      return t('tickets.count', { count: amount });
    case 'votes':
      return t('votePack.votes', { count: amount });
    case 'other':
      return `${formatNumber(amount)} ${assetName}`;
  }
}

/** Returns the unit alone, where the amount is a separate figure. */
export function givenUnit({ assetName, amount }: PrizeAsset, t: Translate): string {
  const kind = givenKind(assetName);
  if (kind === 'points') return t('points.unit');
  if (kind === 'tickets') return t('tickets.unit', { count: amount });
  return kind === 'votes' ? t('packet.votes', { count: amount }) : assetName;
}
