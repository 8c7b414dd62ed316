import type { Contract, DataOf } from '@lightstick/contract';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { findRoom, requireModerator } from './chat-room.ts';
import { countWaiting } from './queue.view.ts';

/** Two missed beats of 20 seconds end a duty. */
const leaseMs = 45_000;

/**
 * The beat of a moderator on duty, or the end of the duty.
 * @throws Refusal LIVE_ROOM_NOT_FOUND or CHAT_NOT_MODERATOR
 */
export async function beat(
  tx: Transaction<DB>,
  { fanId, roomId, onDuty, at }: { fanId: number; roomId: string; onDuty: boolean; at: Date },
): Promise<DataOf<Contract['POST /activity/api/v1/jplive/chat/duty']>> {
  const room = await findRoom(tx, roomId);
  await requireModerator(tx, { roomId: room.id, fanId });
  const until = onDuty ? new Date(at.getTime() + leaseMs) : at;
  if (onDuty) {
    await sql`
      insert into live_chat_duty (room_id, fan_id, until) values (${room.id}, ${fanId}, ${until})
      on conflict (room_id, fan_id) do update set until = greatest(live_chat_duty.until, excluded.until)`.execute(tx);
  } else {
    await sql`
      update live_chat_duty set until = ${until}
       where room_id = ${room.id} and fan_id = ${fanId} and until > ${until}`.execute(tx);
  }
  const { rows } = await sql<{ onDuty: number }>`
    select count(*) as "onDuty" from live_chat_duty where room_id = ${room.id} and until > ${at}`.execute(tx);
  return { onDuty: rows[0]?.onDuty ?? 0, waiting: await countWaiting(tx, room.id) };
}
