import type { Kysely, Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { drainEach } from '#/jobs/drain.ts';
import { notify } from '#/modules/notices/index.ts';
import { stateOf } from './room-state.rules.ts';
import { addReminder, listRoomsToRemindOf, markReminded, removeReminder } from './rooms.store.ts';
import { type Room, readRoom } from './rooms.view.ts';

type ReminderChange = { readonly fanId: number; readonly roomId: string; readonly remind: boolean; readonly at: Date };

/**
 * Sets or clears a fan's reminder. A room that is on air needs none.
 * @throws Refusal LIVE_ROOM_NOT_FOUND, LIVE_ROOM_CANCELLED or LIVE_ROOM_OVER
 */
export async function setReminder(
  db: Kysely<DB>,
  { fanId, roomId, remind, at }: ReminderChange,
): Promise<{ readonly isReminded: boolean }> {
  const room = await readRoom(db, roomId);
  if (!room) throw new Refusal('LIVE_ROOM_NOT_FOUND');
  const state = stateOf(room, at);
  if (remind && state === 'cancelled') throw new Refusal('LIVE_ROOM_CANCELLED');
  if (remind && (state === 'over' || state === 'failed')) throw new Refusal('LIVE_ROOM_OVER');
  if (!remind) {
    await removeReminder(db, { roomId, fanId });
    return { isReminded: false };
  }
  if (state === 'onAir') return { isReminded: false };
  await addReminder(db, { roomId, fanId }, at);
  return { isReminded: true };
}

/** How long before the opening reminders are sent; as long after it, they still help. */
const remindingMinutes = 10;

type ReminderRun = { readonly at: Date; readonly hasTime: () => boolean; readonly most?: number };

/** Reminders of one transaction. */
const remindersAtOnce = 1_000;

/** Sends the reminders of rooms that open soon, each once. Answers whether none is left. */
export async function sendReminders(
  db: Kysely<DB>,
  { at, hasTime, most = remindersAtOnce }: ReminderRun,
): Promise<boolean> {
  return drainEach(
    await listRoomsToRemindOf(db, at, remindingMinutes),
    (room, atOnce) => transactionWithRetry(db, (tx) => sendNext(tx, room, at, atOnce)),
    { most, hasTime },
  );
}

async function sendNext(
  tx: Transaction<DB>,
  { id, title, opensAt }: Pick<Room, 'id' | 'title' | 'opensAt'>,
  at: Date,
  most: number,
): Promise<number> {
  const reminded = await markReminded(tx, id, { at, most });
  const parameters = { roomId: id, title, opensAt: opensAt.toISOString() };
  const fans = reminded.map((fanId) => ({ fanId, parameters }));
  if (fans.length > 0) await notify(tx, { kind: 'liveReminder', subject: id, fans, at });
  return reminded.length;
}
