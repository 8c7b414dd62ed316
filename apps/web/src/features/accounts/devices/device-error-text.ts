import type { Contract, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/failure/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const texts: Record<ErrorOf<Contract['POST /wallet/api/v1/user/endSession']>, MessageId> = {
  SESSION_NOT_FOUND: 'device.refused.gone',
};

export function deviceErrorText(error: Error, t: Translate): string {
  return refusalText(error, texts, t);
}
