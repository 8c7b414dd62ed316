import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import {
  type FanVideo,
  heldStates,
  mostOpen,
  mostUnfinishedBytes,
  type VideoFacts,
  type VideoFault,
  type VideoState,
} from './video.rules.ts';

export const videoColumns = [
  'fan_video.id',
  'fan_video.fan_id as fanId',
  'fan_video.task_id as taskId',
  'fan_video.occurrence',
  'fan_video.reward',
  'fan_video.title',
  'fan_video.file_name as fileName',
  'fan_video.size_bytes as sizeBytes',
  'fan_video.state',
  'fan_video.has_poster as hasPoster',
  'fan_video.container',
  'fan_video.duration_ms as durationMs',
  'fan_video.width',
  'fan_video.height',
  'fan_video.refusal',
  'fan_video.refusal_words as refusalWords',
  'fan_video.begun_at as begunAt',
  'fan_video.expires_at as expiresAt',
  'fan_video.missing_since as missingSince',
] as const;

/** Finds a video by its id, of any fan and in any state. */
export function findVideo(db: Kysely<DB>, videoId: string): Promise<FanVideo | undefined> {
  return db
    .selectFrom('fan_video')
    .select(videoColumns)
    .where('id', '=', videoId)
    .$castTo<FanVideo>()
    .executeTakeFirst();
}

/** Finds the same video and locks it until the transaction ends. */
export function lockVideo(tx: Transaction<DB>, videoId: string): Promise<FanVideo | undefined> {
  return tx
    .selectFrom('fan_video')
    .select(videoColumns)
    .where('id', '=', videoId)
    .forUpdate()
    .$castTo<FanVideo>()
    .executeTakeFirst();
}

/**
 * Returns the lowest free place among a fan's unfinished uploads; undefined if all are taken. The fan must be locked.
 */
export async function freeOpenPlace(tx: Transaction<DB>, fanId: number): Promise<number | undefined> {
  const rows = await tx
    .selectFrom('fan_video')
    .select('open_place')
    .where('fan_id', '=', fanId)
    .where('open_place', 'is not', null)
    .execute();
  const taken = new Set(rows.map(({ open_place }) => open_place));
  return Array.from({ length: mostOpen }, (_, position) => position + 1).find((place) => !taken.has(place));
}

/** Returns the number of videos a fan began on a day of the platform, with withdrawn ones. */
export async function countOfDay(db: Kysely<DB>, fanId: number, day: string): Promise<number> {
  const { last } = await db
    .selectFrom('fan_video')
    .select((columns) => columns.fn.coalesce(columns.fn.max('day_place'), sql<number>`0`).as('last'))
    .where('fan_id', '=', fanId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return last;
}

/** Returns whether an upload of this size fits. Concurrent calls wait for the transaction. */
export async function hasRoom(
  tx: Transaction<DB>,
  bytes: number,
  { diskBytes, maxBytes }: { readonly diskBytes: number; readonly maxBytes: number },
): Promise<boolean> {
  const mostUnfinished = mostUnfinishedBytes({ diskBytes, maxBytes });
  const { numUpdatedRows } = await tx
    .updateTable('fan_video_disk')
    .set({ most_bytes: diskBytes, most_unfinished_bytes: mostUnfinished })
    .where(sql<boolean>`used_bytes + ${bytes} <= ${diskBytes} and unfinished_bytes + ${bytes} <= ${mostUnfinished}`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function insertVideo(
  tx: Transaction<DB>,
  video: Pick<
    FanVideo,
    'id' | 'fanId' | 'taskId' | 'occurrence' | 'reward' | 'title' | 'fileName' | 'sizeBytes' | 'begunAt' | 'expiresAt'
  > & { readonly openPlace: number; readonly day: string; readonly dayPlace: number },
): Promise<void> {
  await tx
    .insertInto('fan_video')
    .values({
      id: video.id,
      fan_id: video.fanId,
      task_id: video.taskId,
      occurrence: video.occurrence,
      reward: video.reward,
      title: video.title,
      file_name: video.fileName,
      size_bytes: video.sizeBytes,
      open_place: video.openPlace,
      day: video.day,
      day_place: video.dayPlace,
      begun_at: video.begunAt,
      expires_at: video.expiresAt,
    })
    .execute();
}

/** Records that a part begins to arrive, which extends the expiry. */
export async function putOffExpiry(db: Kysely<DB>, videoId: string, expiresAt: Date): Promise<void> {
  await db
    .updateTable('fan_video')
    .set({ expires_at: expiresAt })
    .where('id', '=', videoId)
    .where('state', '=', 'uploading')
    .where('expires_at', '<', expiresAt)
    .execute();
}

/** Moves a video from one state to the next; false if it was not in the first. */
export async function moveVideo(
  tx: Transaction<DB>,
  videoId: string,
  { from, to }: { readonly from: VideoState; readonly to: 'checking' | 'withdrawn' },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('fan_video')
    .set({ state: to, open_place: null })
    .where('id', '=', videoId)
    .where('state', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Records since when the file of a video in checking is missing; null once it was found. */
export async function noteMissing(db: Kysely<DB>, videoId: string, since: Date | null): Promise<void> {
  await db
    .updateTable('fan_video')
    .set({ missing_since: since })
    .where('id', '=', videoId)
    .where('state', '=', 'checking')
    .execute();
}

/** Moves a checked video to review; false if it is no longer in checking. */
export async function moveToReview(tx: Transaction<DB>, videoId: string, facts: VideoFacts): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('fan_video')
    .set({
      state: 'inReview',
      container: facts.container,
      duration_ms: Math.round(facts.durationSeconds * 1000),
      width: facts.width,
      height: facts.height,
    })
    .where('id', '=', videoId)
    .where('state', '=', 'checking')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Refuses a video for a fault, or with a reviewer's text; false if it was not in the state. */
export async function refuseVideo(
  tx: Transaction<DB>,
  videoId: string,
  refusal: { readonly from: 'checking' | 'inReview'; readonly fault: VideoFault | 'review'; readonly words?: string },
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('fan_video')
    .set({ state: 'refused', refusal: refusal.fault, refusal_words: refusal.words ?? null, decided_at: at })
    .where('id', '=', videoId)
    .where('state', '=', refusal.from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Accepts a video in review, which is locked. */
export async function acceptVideo(tx: Transaction<DB>, videoId: string, at: Date): Promise<void> {
  await tx.updateTable('fan_video').set({ state: 'accepted', decided_at: at }).where('id', '=', videoId).execute();
}

/**
 * Takes the only reward of a fan, a task and an occurrence. Returns false if it is taken; a concurrent call is waited for.
 */
export async function insertReward(tx: Transaction<DB>, video: FanVideo, key: string, at: Date): Promise<boolean> {
  const row = await tx
    .insertInto('fan_video_reward')
    .values({
      fan_id: video.fanId,
      task_id: video.taskId,
      occurrence: video.occurrence,
      video_id: video.id,
      points: video.reward,
      key,
      paid_at: at,
    })
    .onConflict((conflict) => conflict.columns(['fan_id', 'task_id', 'occurrence']).doNothing())
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

export async function markPoster(tx: Transaction<DB>, videoId: string): Promise<void> {
  await tx.updateTable('fan_video').set({ has_poster: true }).where('id', '=', videoId).execute();
}

/** Deletes the row of a video whose upload failed or was given up. */
export async function deleteUnfinished(tx: Transaction<DB>, videoId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('fan_video')
    .where('id', '=', videoId)
    .where('state', '=', 'uploading')
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Lists unfinished uploads that expire by an instant. */
export async function listExpired(db: Kysely<DB>, at: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('fan_video')
    .select('id')
    .where('state', '=', 'uploading')
    .where('expires_at', '<=', at)
    .orderBy('expires_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists videos begun before an instant that are still in checking. */
export async function listUnchecked(db: Kysely<DB>, begunBefore: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('fan_video')
    .select('id')
    .where('state', '=', 'checking')
    .where('begun_at', '<', begunBefore)
    .orderBy('begun_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes withdrawn videos whose day is long over. */
export async function deleteWithdrawn(db: Kysely<DB>, begunBefore: Date): Promise<void> {
  await db.deleteFrom('fan_video').where('state', '=', 'withdrawn').where('begun_at', '<', begunBefore).execute();
}

/** Deletes a fan's videos in any state. Returns their ids. */
export async function deleteVideosOf(tx: Transaction<DB>, fanId: number): Promise<string[]> {
  const gone = await tx.deleteFrom('fan_video').where('fan_id', '=', fanId).returning('id').execute();
  return gone.map(({ id }) => id);
}

/** Returns which of these videos have a file by their row. */
export async function heldAmong(db: Kysely<DB>, videoIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('fan_video')
    .select('id')
    .where('id', 'in', videoIds)
    .where('state', 'in', heldStates)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
