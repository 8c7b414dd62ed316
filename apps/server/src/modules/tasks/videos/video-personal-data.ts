import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { enqueueVideoRemoval } from './finish-upload.ts';

/** Videos are erased with their fan, files and rows, in any state. The reward stays beside the ledger. */
export const videoPersonalData: PersonalData = {
  erased: ['fan_video'],
  kept: {
    fan_video_reward: 'A reward explains a posting of the ledger, under the same key; of the video it has a number.',
  },
  async erase(tx, { id }) {
    const gone = await tx.deleteFrom('fan_video').where('fan_id', '=', id).returning('id').execute();
    for (const video of gone) await enqueueVideoRemoval(tx, video.id);
  },
  async copy(db, { fan, mostRows }) {
    return { fanVideos: await listNewestVideos(db, fan.id, mostRows) };
  },
};

/** A fan's newest videos with their payments, and their total. */
async function listNewestVideos(db: Kysely<DB>, fanId: number, most: number) {
  const videos = db.selectFrom('fan_video').where('fan_video.fan_id', '=', fanId);
  const { total } = await videos.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await videos
    .leftJoin('fan_video_reward', 'fan_video_reward.video_id', 'fan_video.id')
    .select([
      'fan_video.id as videoId',
      'fan_video.task_id as taskId',
      'title',
      'file_name as fileName',
      'size_bytes as sizeBytes',
      'state',
      'begun_at as begunAt',
      'points',
    ])
    .orderBy('begun_at', 'desc')
    .limit(most)
    .execute();
  return { total, rows: rows.map((row) => ({ ...row, begunAt: row.begunAt.toISOString() })) };
}
