import type { Contract, ErrorOf, ErrorName } from '@lightstick/contract';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { refusalText } from '#/lib/refusal-text.ts';

type ClaimRefusal = ErrorOf<Contract['POST /task/api/v1/task/completeAndClaimPoint']>;
type ViewRefusal = ErrorOf<Contract['POST /task/api/v1/taskItem/confirmView']>;
type LatestPostRefusal = ErrorOf<Contract['POST /task/api/v1/twitter/getLatestTweetId']>;

/** Obstacles between a fan and an open task. The server has the details. */
export const obstacleTexts = {
  TASK_SOLD_OUT: 'task.refused.standing',
  TASK_ACCOUNT_TOO_NEW: 'task.refused.standing',
  TASK_LEVEL_TOO_LOW: 'task.refused.standing',
  TASK_REGION_CLOSED: 'task.refused.standing',
  CLAIM_HELD: 'task.refused.standing',
  CLAIM_REFUSED: 'task.refused.standing',
} as const satisfies Partial<Record<ClaimRefusal, MessageId>>;

const standingTexts = { TASK_ALREADY_AWARDED: 'task.refused.alreadyAwarded', ...obstacleTexts } as const;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const claimTexts: Record<ClaimRefusal, MessageId> = {
  TASK_NOT_FOUND: 'task.refused.notFound',
  TASK_NOT_OPEN: 'task.refused.notOpen',
  TASK_ENDED: 'task.refused.ended',
  TASK_NOT_DONE: 'task.refused.notDone',
  TASK_VISIT_TOO_SHORT: 'task.refused.tooShort',
  ...standingTexts,
  CLAIM_FAN_LIMIT: 'task.refused.fanLimit',
  CLAIM_DEVICE_LIMIT: 'task.refused.deviceLimit',
  CLAIM_NETWORK_LIMIT: 'task.refused.networkLimit',
  SOCIAL_NOT_BOUND: 'task.refused.social',
  SOCIAL_UNAVAILABLE: 'task.refused.social',
  SOCIAL_ACCESS_LOST: 'task.refused.social',
  SOCIAL_ACCOUNT_REWARDED: 'task.refused.social',
  SOCIAL_ACTION_NOT_SEEN: 'task.refused.social',
};

const latestPostTexts: Record<LatestPostRefusal, MessageId> = {
  SOCIAL_NOT_BOUND: 'task.refused.social',
  SOCIAL_UNAVAILABLE: 'task.refused.social',
  SOCIAL_ACCESS_LOST: 'task.refused.social',
};

const viewTexts: Record<ViewRefusal, MessageId> = {
  TASK_NOT_FOUND: 'task.refused.notFound',
  TASK_NOT_OPEN: 'task.refused.notOpen',
  TASK_ENDED: 'task.refused.ended',
  ...standingTexts,
  TASK_LINK_UNKNOWN: 'task.refused.linkUnknown',
};

export function claimErrorText(error: Error, t: Translate): string {
  return refusalText(error, claimTexts, t);
}

export function viewErrorText(error: Error, t: Translate): string {
  return refusalText(error, viewTexts, t);
}

export function latestPostErrorText(error: Error, t: Translate): string {
  return refusalText(error, latestPostTexts, t);
}

type WithdrawRefusal = ErrorOf<Contract['POST /task/api/v1/fanVideo/withdraw']>;
/** Refusals of the uploads beyond the system's own; they are no calls of the contract. */
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
