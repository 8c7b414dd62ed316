import type { FanRecords } from '#/fan-records.ts';
import { readGiftRecords } from './gift-records.view.ts';

/** Gifts stay, as they explain what two fans have; how often one of them named somebody by email does not. */
export const giftFanRecords: FanRecords = {
  erased: ['ticket_gift_naming'],
  kept: {
    ticket_gift: 'A gift explains two transfers of the ledger, one of them another fan’s.',
    ticket_gift_day: 'What fans gave on a day adds up to what others were given.',
  },
  async erase(tx, { id }) {
    await tx.deleteFrom('ticket_gift_naming').where('fan_id', '=', id).execute();
  },
  async copy(db, { fan, mostRows }) {
    const { total, list } = await readGiftRecords(db, { fanId: fan.id, pageNum: 1, pageSize: mostRows });
    return { gifts: { total, rows: list } };
  },
};
