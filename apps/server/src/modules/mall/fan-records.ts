import type { FanRecords } from '#/fan-records.ts';
import { readExchangeRecord } from './exchange-record.view.ts';

/** What the mall keeps on a fan: exchanges, which the ledger's postings refer to. */
export const mallFanRecords: FanRecords = {
  erased: [],
  kept: {
    exchange: 'An exchange explains a posting of the ledger, under the same key.',
    offer_fan: 'What fans have of an offer adds up to its stock.',
  },
  async copy(db, { fan, language, mostRows }) {
    const { total, list } = await readExchangeRecord(db, { fanId: fan.id, language, pageNum: 1, pageSize: mostRows });
    return { exchanges: { total, rows: list } };
  },
};
