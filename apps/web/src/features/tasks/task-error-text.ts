import type { Contract, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/failure/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';

type ClaimRefusal = ErrorOf<Contract['POST /task/api/v1/task/completeAndClaimPoint']>;
type ViewRefusal = ErrorOf<Contract['POST /task/api/v1/taskItem/confirmView']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const claimTexts: Record<ClaimRefusal, MessageId> = {
  TASK_NOT_FOUND: 'task.refused.notFound',
  TASK_NOT_OPEN: 'task.refused.notOpen',
  TASK_ENDED: 'task.refused.ended',
  TASK_NOT_DONE: 'task.refused.notDone',
  TASK_VISIT_TOO_SHORT: 'task.refused.tooShort',
  TASK_ALREADY_AWARDED: 'task.refused.alreadyAwarded',
};

const viewTexts: Record<ViewRefusal, MessageId> = {
  TASK_NOT_FOUND: 'task.refused.notFound',
  TASK_NOT_OPEN: 'task.refused.notOpen',
  TASK_ENDED: 'task.refused.ended',
  TASK_ALREADY_AWARDED: 'task.refused.alreadyAwarded',
  TASK_LINK_UNKNOWN: 'task.refused.linkUnknown',
};

export function claimErrorText(error: Error, t: Translate): string {
  return refusalText(error, claimTexts, t);
}

export function viewErrorText(error: Error, t: Translate): string {
  return refusalText(error, viewTexts, t);
}
