import type { Contract, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/failure/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';

type VoteRefusal = ErrorOf<Contract['POST /activity/api/v1/vote/doVote']>;
type ConvertRefusal = ErrorOf<Contract['POST /activity/api/v1/vote/voteTransfer']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const voteTexts: Record<VoteRefusal, MessageId> = {
  ACTIVITY_NOT_FOUND: 'vote.refused.activityNotFound',
  IDOL_NOT_FOUND: 'vote.refused.idolNotFound',
  VOTING_NOT_OPEN: 'vote.refused.notOpen',
  VOTING_BETWEEN_ROUNDS: 'vote.refused.betweenRounds',
  ROUND_NOT_SETTLED: 'vote.refused.betweenRounds',
  IDOL_NOT_IN_ROUND: 'vote.refused.notInRound',
  VOTING_ENDED: 'vote.refused.ended',
  DAILY_CAP_REACHED: 'vote.refused.dailyCap',
  ACCOUNT_TOO_YOUNG: 'vote.refused.tooYoung',
  PAID_SHARE_REACHED: 'vote.refused.paidShare',
  ENDING_LIMIT_REACHED: 'vote.refused.endingLimit',
  INSUFFICIENT_VOTES: 'vote.refused.insufficientVotes',
};

const convertTexts: Record<ConvertRefusal, MessageId> = {
  ACTIVITY_NOT_FOUND: 'vote.refused.activityNotFound',
  VOTING_ENDED: 'convert.refused.ended',
  CONVERSION_CHANGED: 'convert.refused.changed',
  INSUFFICIENT_TICKETS: 'convert.refused.insufficientTickets',
};

export function voteErrorText(error: Error, t: Translate): string {
  return refusalText(error, voteTexts, t);
}

export function convertErrorText(error: Error, t: Translate): string {
  return refusalText(error, convertTexts, t);
}
