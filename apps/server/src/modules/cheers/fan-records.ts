import type { FanRecords } from '#/fan-records.ts';
import { readCheerRecords } from './cheer-records.view.ts';

/** Cheers stay beside the tickets that were paid for them; the call rank is left. */
export const cheerFanRecords: FanRecords = {
  erased: ['fan_cheers'],
  kept: { cheer: 'A cheer explains a posting of the ledger, under the same key, and counts for an idol.' },
  async erase(tx, { id }) {
    await tx.deleteFrom('fan_cheers').where('fan_id', '=', id).execute();
  },
  async copy(db, { fan, language, mostRows }) {
    const { total, list } = await readCheerRecords(db, { fanId: fan.id, language, pageNum: 1, pageSize: mostRows });
    return { cheers: { total, rows: list } };
  },
};
