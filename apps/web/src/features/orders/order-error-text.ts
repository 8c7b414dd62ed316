import type { Contract, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/failure/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';

type OrderRefusal = ErrorOf<Contract['POST /wallet/api/v1/pointsMall/summitBuy']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const orderTexts: Record<OrderRefusal, MessageId> = {
  OFFER_NOT_FOUND: 'mall.refused.notFound',
  OFFER_NOT_OPEN: 'mall.refused.notOpen',
  OFFER_ENDED: 'mall.refused.ended',
  OFFER_SOLD_OUT: 'mall.refused.soldOut',
  OFFER_LIMIT_REACHED: 'mall.refused.limitReached',
  OFFER_CHANGED: 'mall.refused.changed',
  VOTING_ENDED: 'mall.refused.ended',
  INSUFFICIENT_POINTS: 'mall.refused.insufficientPoints',
};

export function orderErrorText(error: Error, t: Translate): string {
  return refusalText(error, orderTexts, t);
}
