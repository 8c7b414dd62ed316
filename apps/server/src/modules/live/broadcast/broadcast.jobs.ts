import { sql } from 'kysely';
import type { Job } from '#/jobs/job.ts';
import type { PersonalData, Services } from '#/services.ts';
import { createBroadcastFiles } from './broadcast-files.ts';
import { endBroadcasts } from './broadcasts.store.ts';

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
        await endBroadcasts(db, sql`seen_at < ${new Date(at.getTime() - silentMs)}`, at);
      },
    },
    {
      name: 'forget-broadcasts',
      schedule: '41 * * * *',
      async run() {
        const before = new Date((await clusterClock()).getTime() - graceMs);
        const { rows } = await sql<{ id: string }>`
          select r.id from live_room r
           where exists (select from live_broadcast b where b.room_id = r.id)
             and (r.cancelled_at < ${before}
                  or r.closes_at + make_interval(hours => case when r.failed_at is null then r.replay_hours else 0 end) < ${before})
           order by r.id`.execute(db);
        for (const { id } of rows) {
          // Files first: a room whose rows are gone is not found again.
          await files.forget(id);
          await db.transaction().execute(async (tx) => {
            await tx.deleteFrom('live_segment').where('room_id', '=', id).execute();
            await tx.deleteFrom('live_broadcast').where('room_id', '=', id).execute();
          });
        }
      },
    },
  ];
}

/** The replay stays for those who have tickets, until its end; who sent the broadcast is forgotten at once. */
export const broadcastPersonalData: PersonalData = {
  erased: ['live_broadcast'],
  kept: {},
  async erase(tx, { id }, now) {
    await sql`update live_broadcast set fan_id = null, ended_at = coalesce(ended_at, greatest(${now}, seen_at))
               where fan_id = ${id}`.execute(tx);
  },
};
