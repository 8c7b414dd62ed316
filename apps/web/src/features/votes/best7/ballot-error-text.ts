import type { Contract, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/failure/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import type { castRoute } from './use-cast-ballot.ts';

type BallotRefusal = ErrorOf<Contract[typeof castRoute]>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const ballotTexts: Record<BallotRefusal, MessageId> = {
  BEST7_POLL_NOT_FOUND: 'best7.refused.notCast',
  BEST7_NOT_OPEN: 'best7.refused.kept',
  BEST7_ENDED: 'best7.refused.notCast',
  BEST7_IDOL_TWICE: 'best7.refused.change',
  BEST7_IDOL_UNKNOWN: 'best7.refused.change',
  BEST7_ALREADY_CAST: 'best7.refused.kept',
};

export function ballotErrorText(error: Error, t: Translate): string {
  return refusalText(error, ballotTexts, t);
}
