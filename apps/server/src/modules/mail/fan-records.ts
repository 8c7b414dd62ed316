import type { FanRecords } from '#/fan-records.ts';

/** What mailing keeps of a fan: the mails of a development server. Real ones are in the queue only until they are sent. */
export const mailFanRecords: FanRecords = {
  erased: ['development_mail'],
  kept: {},
  async erase(tx, { email }) {
    if (email !== null) await tx.deleteFrom('development_mail').where('recipient', '=', email).execute();
  },
};
