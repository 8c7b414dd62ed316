import type { FanRecords } from '#/fan-records.ts';
import { listNewestEntries } from './form-copy.view.ts';

/** Which forms a fan went to, and when. What they wrote there never comes here. */
export const formFanRecords: FanRecords = {
  erased: ['form_entry'],
  kept: {},
  async erase(tx, { id }) {
    await tx.deleteFrom('form_entry').where('fan_id', '=', id).execute();
  },
  async copy(db, { fan, mostRows }) {
    return { formEntries: await listNewestEntries(db, fan.id, mostRows) };
  },
};
