import type { FanRecords } from '#/fan-records.ts';
import { enqueueAvatarRemoval } from './remove-avatar-file-job.ts';

/** The picture that a fan uploaded: a file beside the database, which the row of the fan names. */
export const profileFanRecords: FanRecords = {
  erased: [],
  kept: {},
  async erase(tx, { avatarFile }) {
    if (avatarFile !== null) await enqueueAvatarRemoval(tx, avatarFile);
  },
};
