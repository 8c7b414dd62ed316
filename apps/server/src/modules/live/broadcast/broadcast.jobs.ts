import type { Job } from '#/jobs/job.ts';
import type { PersonalData, Services } from '#/services.ts';
import { createBroadcastFiles } from './broadcast-files.ts';
import { deleteBroadcasts, endBroadcasts, forgetBroadcaster, listUnwatchable } from './broadcasts.store.ts';

/** Browsers and nginx send a segment every second or two. */
const silentMs = 60_000;
/** Players of the last minute hear of the end, and a replay is not cut at its last second. */
const graceMs = 10 * 60_000;

/** Ends broadcasts whose source fell silent, and forgets those that cannot be watched again. */
export function broadcastJobs({
  db,
  clusterClock,
  settings,
}: Pick<Services, 'db' | 'clusterClock' | 'settings'>): Job[] {
  const files = createBroadcastFiles(settings);
  return [
    {
      name: 'end-silent-broadcasts',
      schedule: '* * * * *',
      async run() {
        const at = await clusterClock();
        await endBroadcasts(db, { silentSince: new Date(at.getTime() - silentMs) }, at);
      },
    },
    {
      name: 'forget-broadcasts',
      schedule: '41 * * * *',
      async run() {
        const before = new Date((await clusterClock()).getTime() - graceMs);
        for (const roomId of await listUnwatchable(db, before)) {
          // Files first: a room whose rows are gone is not found again.
          await files.forget(roomId);
          await db.transaction().execute((tx) => deleteBroadcasts(tx, roomId));
        }
      },
    },
  ];
}

/** The replay stays for those who have tickets, until its end; who sent the broadcast is forgotten at once. */
export const broadcastPersonalData: PersonalData = {
  erased: ['live_broadcast'],
  kept: {},
  erase: (tx, { id }, now) => forgetBroadcaster(tx, { fanId: id, now }),
};
