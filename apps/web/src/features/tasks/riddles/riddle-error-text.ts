import type { Contract, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/failure/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';

type UnlockRefusal = ErrorOf<Contract['POST /task/api/v1/riddle/consume']>;
type AnswerRefusal = ErrorOf<Contract['POST /task/api/v1/riddle/submitAnswers']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const unlockTexts: Record<UnlockRefusal, MessageId> = {
  RIDDLE_ROUND_NOT_FOUND: 'riddles.refused.gone',
  RIDDLE_ROUND_NOT_OPEN: 'riddles.refused.unpaid',
  RIDDLE_ROUND_ENDED: 'riddles.refused.unpaid',
  RIDDLE_ROUND_UNLOCKED: 'riddles.refused.unpaid',
  RIDDLE_ROUND_FULL: 'riddles.refused.told',
  INSUFFICIENT_POINTS: 'riddles.refused.tooFewPoints',
  TASK_SOLD_OUT: 'riddles.refused.unpaid',
  TASK_ACCOUNT_TOO_NEW: 'riddles.refused.unpaid',
  TASK_LEVEL_TOO_LOW: 'riddles.refused.unpaid',
  TASK_REGION_CLOSED: 'riddles.refused.unpaid',
  CLAIM_HELD: 'riddles.refused.held',
  CLAIM_REFUSED: 'riddles.refused.unpaid',
};

const answerTexts: Record<AnswerRefusal, MessageId> = {
  RIDDLE_ROUND_NOT_FOUND: 'riddles.refused.gone',
  RIDDLE_ROUND_NOT_OPEN: 'riddles.refused.told',
  RIDDLE_ROUND_ENDED: 'riddles.refused.tooLate',
  RIDDLE_ROUND_LOCKED: 'riddles.refused.told',
  RIDDLE_NOT_FOUND: 'riddles.refused.gone',
  RIDDLE_ANSWER_EMPTY: 'riddles.refused.told',
};

export function unlockErrorText(error: Error, t: Translate): string {
  return refusalText(error, unlockTexts, t);
}

export function answerErrorText(error: Error, t: Translate): string {
  return refusalText(error, answerTexts, t);
}
