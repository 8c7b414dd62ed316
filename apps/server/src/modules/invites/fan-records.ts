import type { FanRecords } from '#/fan-records.ts';
import { listNewestInvites } from './invite-copy.view.ts';
import { lapsePending, lockInviter } from './invites.store.ts';

/**
 * Invites stay: they tell what a friend was paid for, and of the fan who was erased no more than the pseudonym. What was
 * pending lapses. The fan is locked first, as for a reward, so that one of the two waits for the other.
 */
export const inviteFanRecords: FanRecords = {
  erased: [],
  kept: { invite: 'Says for whom an inviter was rewarded; both fans stand in it by their number alone.' },
  async erase(tx, { id }, now) {
    await lockInviter(tx, id);
    await lapsePending(tx, id, now);
  },
  async copy(db, { fan, mostRows }) {
    return { invites: await listNewestInvites(db, fan.id, mostRows) };
  },
};
