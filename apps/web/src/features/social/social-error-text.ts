import type { Contract, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';

type BeginRefusal = ErrorOf<Contract['POST /task/api/v1/twitter/requestTokenLink']>;
type FinishRefusal = ErrorOf<Contract['POST /task/api/v1/twitter/getTokenAndBind']>;
type UnlinkRefusal = ErrorOf<Contract['POST /task/api/v1/twitter/unBindTwitter']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const beginTexts: Record<BeginRefusal, MessageId> = {
  SOCIAL_UNAVAILABLE: 'social.refused.plain',
  SOCIAL_ALREADY_BOUND: 'social.refused.alreadyBound',
};

const finishTexts: Record<FinishRefusal, MessageId> = {
  ...beginTexts,
  SOCIAL_LINK_INVALID: 'social.refused.plain',
  SOCIAL_DENIED: 'social.refused.plain',
  SOCIAL_ACCOUNT_TAKEN: 'social.refused.taken',
  SOCIAL_ACCOUNT_WAITING: 'social.refused.plain',
};

const unlinkTexts: Record<UnlinkRefusal, MessageId> = { SOCIAL_NOT_BOUND: 'social.refused.notBound' };

export function beginErrorText(error: Error, t: Translate): string {
  return refusalText(error, beginTexts, t);
}

export function finishErrorText(error: Error, t: Translate): string {
  return refusalText(error, finishTexts, t);
}

export function unlinkErrorText(error: Error, t: Translate): string {
  return refusalText(error, unlinkTexts, t);
}
