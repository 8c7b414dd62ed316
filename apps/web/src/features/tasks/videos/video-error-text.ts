import type { Contract, ErrorName, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { obstacleTexts } from '#/features/tasks/task-error-text.ts';

type WithdrawRefusal = ErrorOf<Contract['POST /task/api/v1/fanVideo/withdraw']>;
/** What the uploads refuse beyond the system's own; they are no calls of the contract. */
type UploadRefusal = Extract<
  ErrorName,
  | 'TASK_NOT_FOUND'
  | 'TASK_NOT_OPEN'
  | 'TASK_ENDED'
  | 'TASK_ALREADY_AWARDED'
  | keyof typeof obstacleTexts
  | 'VIDEO_NOT_FOUND'
  | 'VIDEO_TOO_LARGE'
  | 'VIDEO_UPLOADS_OPEN'
  | 'VIDEO_DAILY_LIMIT'
  | 'VIDEO_STORAGE_FULL'
  | 'VIDEO_MOVED_ON'
>;

const withdrawTexts: Record<WithdrawRefusal, MessageId> = { VIDEO_NOT_FOUND: 'fanVideo.refused' };

const uploadTexts: Record<UploadRefusal, MessageId> = {
  TASK_NOT_FOUND: 'fanVideo.refusedTask',
  TASK_NOT_OPEN: 'fanVideo.refusedTask',
  TASK_ENDED: 'fanVideo.refusedTask',
  TASK_ALREADY_AWARDED: 'fanVideo.refused',
  ...obstacleTexts,
  VIDEO_NOT_FOUND: 'fanVideo.refused',
  VIDEO_TOO_LARGE: 'fanVideo.refused',
  VIDEO_UPLOADS_OPEN: 'fanVideo.refusedOpen',
  VIDEO_DAILY_LIMIT: 'fanVideo.refused',
  VIDEO_STORAGE_FULL: 'fanVideo.refused',
  VIDEO_MOVED_ON: 'fanVideo.refused',
};

export function withdrawErrorText(error: Error, t: Translate): string {
  return refusalText(error, withdrawTexts, t);
}

export function uploadErrorText(error: Error, t: Translate): string {
  return refusalText(error, uploadTexts, t);
}
