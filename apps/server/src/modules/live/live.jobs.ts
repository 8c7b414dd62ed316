import { type Job, job, scheduledJob } from '#/jobs/job.ts';
import { enqueueNextRun, startTimeBudget } from '#/jobs/resumable-run.ts';
import type { Services } from '#/services.ts';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import { moveRoomsKind } from './manage-rooms.ts';
import { refundTickets } from './sell-tickets.ts';
import { sendReminders } from './remind.ts';
import { failRooms } from './rooms.store.ts';
import { createBroadcastFiles } from './broadcast/broadcast-files.ts';
import { deleteBroadcasts, endBroadcasts, listUnwatchable } from './broadcast/broadcasts.store.ts';
import { forgetPlayers, forgetVisitors } from './picture/viewers.store.ts';
import { forgetSessions } from './picture/sessions.store.ts';
import { deleteMessages } from './chat/chat.store.ts';

/**
 * Reminds fans of rooms that open soon, finds rooms that had no picture, and refunds tickets. Each step happens once, however
 * often and in however many processes it runs.
 */
export function liveJobs({ db, clusterClock }: Pick<Services, 'db' | 'clusterClock'>): Job[] {
  return [
    job(moveRoomsKind, async () => {
      const at = await clusterClock();
      const hasTime = startTimeBudget();
      await failRooms(db, at);
      const isDone = [await refundTickets(db, { at, hasTime }), await sendReminders(db, { at, hasTime })];
      if (isDone.includes(false)) await enqueueNextRun(db, moveRoomsKind.id);
    }),
  ];
}

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
    scheduledJob('end-silent-broadcasts', async () => {
      const at = await clusterClock();
      await endBroadcasts(db, { silentSince: new Date(at.getTime() - silentMs) }, at);
    }),
    scheduledJob('forget-broadcasts', async () => {
      const before = new Date((await clusterClock()).getTime() - graceMs);
      for (const roomId of await listUnwatchable(db, before)) {
        // Files first: a room whose rows are gone is not found again.
        await files.forget(roomId);
        await db.transaction().execute((tx) => deleteBroadcasts(tx, roomId));
      }
    }),
  ];
}

/** A play is needed for its hour, and a little longer for clocks that differ. */
const playersKeptMs = 2 * 60 * 60_000;

export function playbackJobs({ db, clock }: Pick<Services, 'db' | 'clock'>): Job[] {
  return [
    scheduledJob('forget-live-sessions', async () => {
      const now = clock.now();
      await forgetSessions(db, now);
      await forgetVisitors(db, now);
      await forgetPlayers(db, { playedBefore: new Date(now.getTime() - playersKeptMs) });
    }),
  ];
}

const dayMs = 24 * 60 * 60_000;
const messagesKeptMs = 30 * dayMs;
const actsKeptMs = 180 * dayMs;

/** Deletes messages 30 days after they were written, locked ones after their lock, and acts of moderators after 180 days. */
export function forgetChatJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return scheduledJob('forget-chat', async () => {
    const now = clock.now();
    await deleteInBatches(db, { table: 'live_chat_lock', column: 'locked_until', before: now });
    await deleteMessages(db, new Date(now.getTime() - messagesKeptMs));
    await deleteInBatches(db, { table: 'live_chat_act', column: 'at', before: new Date(now.getTime() - actsKeptMs) });
  });
}
