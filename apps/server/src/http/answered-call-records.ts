import type { FanRecords } from '#/fan-records.ts';

/** Answers kept for repeats: theirs alone, and nobody is left who could repeat a call. */
export const answeredCallRecords: FanRecords = {
  erased: ['idempotent_request'],
  kept: {},
  async erase(tx, { id }) {
    await tx.deleteFrom('idempotent_request').where('fan_id', '=', id).execute();
  },
};
