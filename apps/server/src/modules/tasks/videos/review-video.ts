import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Operator } from '#/http/caller.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import { credit } from '#/modules/points/index.ts';
import { claimKey, takeFromBudget } from '#/modules/tasks/claims.store.ts';
import type { FanVideo } from './video.rules.ts';
import { acceptVideo, insertReward, lockVideo, refuseVideo } from './videos.store.ts';
import { enqueueVideoRemoval } from './finish-upload.ts';
import { stateTexts } from './video-texts.ts';

type Decision = {
  readonly videoId: string;
  readonly operator: Operator;
  /** For the audit log; for a refusal also shown to the fan. */
  readonly why: string;
  readonly at: Date;
};

/**
 * Accepts a video and pays its promised reward, unless the task's occurrence was paid before. Concurrent calls meet at the
 * video's row; two videos of one occurrence meet at the reward's row.
 * @returns the paid Points; 0 if paid before
 */
export async function acceptReviewed(tx: Transaction<DB>, decision: Decision): Promise<number> {
  const { videoId, at } = decision;
  const video = await lockInReview(tx, videoId);
  await acceptVideo(tx, videoId, at);
  const points = await payReward(tx, video, at);
  await note(tx, decision, { action: 'videos/accept', after: { state: 'accepted', points } });
  return points;
}

/** Refuses a video. The fan sees why; the file is deleted. */
export async function refuseReviewed(tx: Transaction<DB>, decision: Decision): Promise<void> {
  const { videoId, why, at } = decision;
  await lockInReview(tx, videoId);
  await refuseVideo(tx, videoId, { from: 'inReview', fault: 'review', words: why }, at);
  await enqueueVideoRemoval(tx, videoId);
  await note(tx, decision, { action: 'videos/refuse', after: { state: 'refused' } });
}

async function lockInReview(tx: Transaction<DB>, videoId: string): Promise<FanVideo> {
  const video = await lockVideo(tx, videoId);
  if (!video || video.state === 'withdrawn') throw new Refusal('VIDEO_NOT_FOUND');
  if (video.state !== 'inReview') throw new Refusal('VIDEO_MOVED_ON', { state: stateTexts[video.state] });
  return video;
}

async function payReward(tx: Transaction<DB>, video: FanVideo, at: Date): Promise<number> {
  const { fanId, taskId, occurrence, reward } = video;
  const key = claimKey({ fanId, taskId, occurrence });
  if (!(await insertReward(tx, video, key, at))) return 0;
  await takeFromBudget(tx, { taskId, points: reward });
  await credit(tx, {
    key,
    receivedAt: at,
    fanId,
    asset: 'POINT',
    amount: reward,
    pool: { kind: 'issue', name: 'tasks' },
    reason: 'video_reward',
  });
  return reward;
}

function note(
  tx: Transaction<DB>,
  { operator, videoId, why, at }: Decision,
  { action, after }: { action: string; after: object },
): Promise<void> {
  return recordInAuditLog(tx, {
    operator,
    action,
    subject: `video:${videoId}`,
    why,
    before: { state: 'inReview' },
    after,
    at,
  });
}
