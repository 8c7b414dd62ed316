import type { FanRecords } from '#/fan-records.ts';
import { releaseSocialAccounts } from './unlink.ts';

/** The accounts that a fan has linked at X and Discord, and what was earned with them. */
export const socialFanRecords: FanRecords = {
  erased: ['social_link_attempt'],
  kept: {
    social_account: 'An unlinked account is a keyed hash, which keeps it from being passed from fan to fan.',
    social_reward: 'A reward keeps the same account from earning the task again.',
  },
  erase: (tx, { id }, now) => releaseSocialAccounts(tx, { fanId: id, now }),
  async copy(db, { fan }) {
    const rows = await db
      .selectFrom('social_account')
      .select(['provider', 'name', 'subject', 'linked_at as linkedAt'])
      .where('fan_id', '=', fan.id)
      .where('released_at', 'is', null)
      .orderBy('linked_at', 'desc')
      .$narrowType<{ name: string; subject: string }>()
      .execute();
    return { socialAccounts: rows.map((row) => ({ ...row, linkedAt: row.linkedAt.toISOString() })) };
  },
};
