import type { FanRecords } from '#/fan-records.ts';
import { forgetAnswers, lockFan } from './marking.store.ts';
import { listNewestAnswers, listNewestUnlocks } from './riddle-copy.view.ts';

/**
 * Answers go, because they are the fan's own words; what was paid for them and what they brought stays. The fan is locked
 * first, as for the marking, so that one of the two waits for the other.
 */
export const riddleFanRecords: FanRecords = {
  erased: ['riddle_answer'],
  kept: { riddle_unlock: 'An unlock explains two postings of the ledger, under the same keys.' },
  async erase(tx, { id }, now) {
    await lockFan(tx, id);
    await forgetAnswers(tx, id, now);
  },
  async copy(db, { fan, mostRows }) {
    return {
      riddleUnlocks: await listNewestUnlocks(db, fan.id, mostRows),
      riddleAnswers: await listNewestAnswers(db, fan.id, mostRows),
    };
  },
};
