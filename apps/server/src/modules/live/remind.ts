import { type Kysely, sql, type Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { notify } from '#/modules/notices/index.ts';
import { stateOf } from './room-state.rules.ts';
import { type Room, readRoom } from './rooms.view.ts';

type Wish = { readonly fanId: number; readonly roomId: string; readonly remind: boolean; readonly at: Date };

/**
 * Sets or clears a fan's reminder. A room that is on air needs none.
 * @throws Refusal LIVE_ROOM_NOT_FOUND, LIVE_ROOM_CANCELLED or LIVE_ROOM_OVER
 */
export async function setReminder(
  db: Kysely<DB>,
  { fanId, roomId, remind, at }: Wish,
): Promise<{ readonly isReminded: boolean }> {
  const room = await readRoom(db, roomId);
  if (!room) throw new Refusal('LIVE_ROOM_NOT_FOUND');
  const state = stateOf(room, at);
  if (remind && state === 'cancelled') throw new Refusal('LIVE_ROOM_CANCELLED');
  if (remind && (state === 'over' || state === 'failed')) throw new Refusal('LIVE_ROOM_OVER');
  if (!remind) {
    await sql`delete from live_reminder where room_id = ${roomId} and fan_id = ${fanId}`.execute(db);
    return { isReminded: false };
  }
  if (state === 'onAir') return { isReminded: false };
  await sql`
    insert into live_reminder (room_id, fan_id, set_at) values (${roomId}, ${fanId}, ${at})
    on conflict do nothing`.execute(db);
  return { isReminded: true };
}

/** How long before the opening reminders are sent; as long after it, they still help. */
const remindingMinutes = 10;

type Run = { readonly at: Date; readonly hasTime: () => boolean; readonly most?: number };

/** Reminders of one transaction. */
const remindersAtOnce = 1_000;

/** Sends the reminders of rooms that open soon, each once. Answers whether none is left. */
export async function sendReminders(db: Kysely<DB>, { at, hasTime, most = remindersAtOnce }: Run): Promise<boolean> {
  const { rows: rooms } = await sql<Pick<Room, 'id' | 'title' | 'opensAt'>>`
    select id, title, opens_at as "opensAt" from live_room r
     where not retired and cancelled_at is null
       and opens_at between ${at}::timestamptz - make_interval(mins => ${remindingMinutes})
                        and ${at}::timestamptz + make_interval(mins => ${remindingMinutes})
       and exists (select from live_reminder m where m.room_id = r.id and m.sent_at is null)
     order by opens_at, id`.execute(db);
  for (const room of rooms) {
    for (let sent = most; sent === most;) {
      sent = await transactionWithRetry(db, (tx) => sendNext(tx, room, at, most));
      if (sent === most && !hasTime()) return false;
    }
  }
  return true;
}

async function sendNext(
  tx: Transaction<DB>,
  { id, title, opensAt }: Pick<Room, 'id' | 'title' | 'opensAt'>,
  at: Date,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ fanId: number }>`
    update live_reminder m set sent_at = ${at}
      from (select fan_id from live_reminder where room_id = ${id} and sent_at is null
             order by fan_id limit ${most} for no key update skip locked) due
     where m.room_id = ${id} and m.fan_id = due.fan_id
    returning m.fan_id as "fanId"`.execute(tx);
  const parameters = { roomId: id, title, opensAt: opensAt.toISOString() };
  const fans = rows.map(({ fanId }) => ({ fanId, parameters }));
  if (fans.length > 0) await notify(tx, { kind: 'liveReminder', subject: id, fans, at });
  return rows.length;
}
