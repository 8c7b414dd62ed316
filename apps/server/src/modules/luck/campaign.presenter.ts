import type { Contract, DataOf, Language } from '@lightstick/contract';
import { nftUrl } from '#/modules/art/index.ts';
import type { Prize } from './campaigns.store.ts';
import type { DrawnPrize } from './participations.store.ts';

type Shown = DataOf<Contract['POST /activity/api/v1/packet/drawRedEnvelopes']>['prize'];

/** What a prize is, as every answer shows it. */
export function shownPrize(prize: Omit<Prize, 'position' | 'total' | 'drawn'>, language: Language) {
  const { prizeId, title, asset, amount, assetActivityId, editionId, pictureSeed, isRare } = prize;
  return {
    prizeId,
    title: title[language],
    gives: asset === null || amount === null ? null : { assetName: asset, activityId: assetActivityId, amount },
    goodsId: editionId,
    pictureUrl: pictureSeed === null ? null : nftUrl(pictureSeed),
    isRare,
  };
}

export function shownDrawnPrize({ nonce, prize, serial }: DrawnPrize, language: Language): Shown {
  return { nonce, ...shownPrize(prize, language), serial };
}
