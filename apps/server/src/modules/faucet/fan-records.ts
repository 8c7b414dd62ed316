import type { FanRecords } from '#/fan-records.ts';
import { listNewestGrants } from './faucet.view.ts';

/** Grants stay beside the coins in the ledger; networks are hashes that name nobody and are forgotten within two days. */
export const faucetFanRecords: FanRecords = {
  erased: [],
  kept: { test_coin_grant: 'Says why test coins are in the ledger; the fan stands in it by number alone.' },
  async copy(db, { fan, mostRows }) {
    return { testCoins: await listNewestGrants(db, fan.id, mostRows) };
  },
};
