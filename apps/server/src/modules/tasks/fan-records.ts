import type { FanRecords } from '#/fan-records.ts';
import { listNewestClaims, listNewestDeeds, listNewestVisits } from './fan-tasks.view.ts';
import { lapseHeld, returnToBudget } from './held-claims.store.ts';

/** What tasks keep on a fan: visits and deeds tell what they looked at or did, and when; claims tell what was paid. */
export const taskFanRecords: FanRecords = {
  erased: ['task_visit', 'task_deed'],
  kept: {
    task_claim: 'A claim explains a posting of the ledger, under the same key.',
    claim_count: 'Counts of a day under keyed hashes that lead to nobody; forgotten within two days.',
  },
  async erase(tx, { id }, now) {
    // Budgets are locked in one order, so that no two who are erased at once wait for each other.
    const lapsed = (await lapseHeld(tx, id, now)).toSorted((one, other) => (one.taskId < other.taskId ? -1 : 1));
    for (const claim of lapsed) await returnToBudget(tx, claim);
    await tx.deleteFrom('task_visit').where('fan_id', '=', id).execute();
    await tx.deleteFrom('task_deed').where('fan_id', '=', id).execute();
  },
  async copy(db, { fan, mostRows }) {
    return {
      taskVisits: await listNewestVisits(db, fan.id, mostRows),
      taskDeeds: await listNewestDeeds(db, fan.id, mostRows),
      taskClaims: await listNewestClaims(db, fan.id, mostRows),
    };
  },
};
