import type { FanRecords } from '#/fan-records.ts';
import { readMyNfts } from './my-nfts.view.ts';
import { readOrders } from './orders.view.ts';

/** Orders, which postings of the ledger refer to, and the numbers that they took of editions. */
export const orderFanRecords: FanRecords = {
  erased: [],
  kept: {
    mall_order: 'An order explains a posting of the ledger, under the same key.',
    nft_piece: 'Of an edition every number is somebody’s or free; it is never given twice.',
    nft_edition_fan: 'What fans have taken of an edition adds up to its pieces.',
  },
  async copy(db, { fan, language, mostRows }) {
    const whole = { fanId: fan.id, language, pageNum: 1, pageSize: mostRows };
    const orders = await readOrders(db, whole);
    const nfts = await readMyNfts(db, whole);
    return { orders: { total: orders.total, rows: orders.list }, nfts: { total: nfts.total, rows: nfts.list } };
  },
};
