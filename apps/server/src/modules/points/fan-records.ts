import type { FanRecords } from '#/fan-records.ts';
import { forgetEarned } from './earned/count-earned.store.ts';
import { readBalances, readNewestTransfers } from './fan-ledger.view.ts';

/** What the ledger keeps on a fan: balances and transfers, for ever; and their place in the rankings, which they leave. */
export const pointFanRecords: FanRecords = {
  erased: ['points_earned'],
  kept: {
    'ledger.account': 'Every balance is the sum of its transfers.',
    'ledger.transfer': 'The journal is append-only; a fan stands in it by number alone.',
  },
  erase: (tx, { id }) => forgetEarned(tx, id),
  async copy(db, { fan, mostRows }) {
    return {
      balances: await readBalances(db, fan.id),
      transfers: await readNewestTransfers(db, fan.id, mostRows),
    };
  },
};
