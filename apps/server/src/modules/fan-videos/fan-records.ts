import type { FanRecords } from '#/fan-records.ts';
import { listNewestVideos } from './fan-videos.copy.view.ts';
import { enqueueVideoRemoval } from './finish-upload.ts';

/** Videos go with their fan, files and rows, in whatever state. That one was rewarded stays beside the ledger. */
export const fanVideoRecords: FanRecords = {
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
