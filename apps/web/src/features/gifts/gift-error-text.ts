import type { Contract, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/failure/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';

type GiftRefusal = ErrorOf<Contract['POST /wallet/api/v1/pointsMall/transferVotes']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const giftTexts: Record<GiftRefusal, MessageId> = {
  ACTIVITY_NOT_FOUND: 'gift.refused.activityNotFound',
  VOTING_ENDED: 'gift.refused.ended',
  RECEIVER_NOT_FOUND: 'gift.refused.receiverNotFound',
  GIFT_TO_ONESELF: 'gift.refused.oneself',
  GIFT_EMAILS_USED_UP: 'gift.refused.nothingGiven',
  INSUFFICIENT_TICKETS: 'gift.refused.nothingGiven',
  GIFT_DAILY_LIMIT: 'gift.refused.nothingGiven',
  GIFT_RECEIVER_FULL: 'gift.refused.nothingGiven',
};

export function giftErrorText(error: Error, t: Translate): string {
  return refusalText(error, giftTexts, t);
}
