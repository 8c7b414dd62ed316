import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Job } from '#/jobs/job.ts';
import { startTimeBudget } from '#/jobs/resumable-run.ts';
import type { Services } from '#/services.ts';
import { moveRoomsJobName } from './manage-rooms.ts';
import { refundTickets } from './refund-tickets.ts';
import { sendReminders } from './remind.ts';

/**
 * Reminds fans of rooms that open soon, finds rooms that had no picture, and refunds tickets. Each step happens once, however
 * often and in however many processes it runs.
 */
export function liveJobs({ db, clusterClock }: Pick<Services, 'db' | 'clusterClock'>): Job[] {
  return [
    {
      name: moveRoomsJobName,
      schedule: '* * * * *',
      async run() {
        const at = await clusterClock();
        const hasTime = startTimeBudget();
        await failRooms(db, at);
        const isDone = [await refundTickets(db, { at, hasTime }), await sendReminders(db, { at, hasTime })];
        if (isDone.includes(false)) await sql`SELECT enqueue_next_run(${moveRoomsJobName}, ${'{}'})`.execute(db);
      },
    },
  ];
}

/** Rooms fail that end without a picture in their window: the host never went on air, or a recording was never imported. */
export async function failRooms(db: Kysely<DB>, at: Date): Promise<void> {
  await sql`
    update live_room set failed_at = ${at}
     where closes_at <= ${at} and cancelled_at is null and failed_at is null
       and (source in ('studio', 'rtmp') and (picture_at is null or picture_at < opens_at)
            or source = 'recording' and recording_id is null)`.execute(db);
}
