import type { Contract, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/failure/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { obstacleTexts } from '../task-error-text.ts';

type FormRefusal = ErrorOf<Contract['POST /task/api/v1/taskItem/getFormLink' | 'POST /task/api/v1/taskItem/openForm']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const formTexts: Record<FormRefusal, MessageId> = {
  TASK_NOT_FOUND: 'task.refused.notFound',
  TASK_NOT_OPEN: 'task.refused.notOpen',
  TASK_ENDED: 'task.refused.ended',
  ...obstacleTexts,
  TASK_WITHOUT_FORM: 'form.refused.withoutForm',
};

export function formErrorText(error: Error, t: Translate): string {
  return refusalText(error, formTexts, t);
}
