import type { FanRecords } from '#/fan-records.ts';

/** What wallets leave behind of a fan: messages that wait for a signature, and name an address. */
export const walletFanRecords: FanRecords = {
  erased: ['wallet_challenge'],
  kept: {},
  async erase(tx, { id, walletAddress }) {
    await tx
      .deleteFrom('wallet_challenge')
      .where((where) => where.or([where('fan_id', '=', id), where('address', '=', walletAddress ?? '')]))
      .execute();
  },
};
