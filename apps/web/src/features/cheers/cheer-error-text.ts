import type { Contract, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/failure/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';

type CheerRefusal = ErrorOf<Contract['POST /wallet/api/v1/ticketVote/voteForIdol']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const cheerTexts: Record<CheerRefusal, MessageId> = {
  ACTIVITY_NOT_FOUND: 'cheer.refused.activityNotFound',
  IDOL_NOT_FOUND: 'cheer.refused.idolNotFound',
  VOTING_NOT_OPEN: 'cheer.refused.notOpen',
  VOTING_ENDED: 'cheer.refused.ended',
  INSUFFICIENT_TICKETS: 'cheer.refused.insufficientTickets',
};

export function cheerErrorText(error: Error, t: Translate): string {
  return refusalText(error, cheerTexts, t);
}
