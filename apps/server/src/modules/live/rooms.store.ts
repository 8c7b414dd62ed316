import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { type Room, roomColumns } from './rooms.view.ts';

/**
 * Locks a room until the commit, and reads it as it is then.
 * @throws Refusal LIVE_ROOM_NOT_FOUND
 */
export async function lockRoom(tx: Transaction<DB>, roomId: string): Promise<Room> {
  const { rows } = await sql<Room>`
    select ${roomColumns} from live_room r where r.id = ${roomId} and not r.retired for no key update`.execute(tx);
  const [room] = rows;
  if (!room) throw new Refusal('LIVE_ROOM_NOT_FOUND');
  return room;
}

/** Ends a room that is on air, which the caller has locked. */
export async function closeNow(tx: Transaction<DB>, { id, opensAt }: Room, at: Date): Promise<Date> {
  // A window has a length, also when the room is closed in the millisecond of its opening.
  const closesAt = new Date(Math.max(at.getTime(), opensAt.getTime() + 1));
  await sql`update live_room set closes_at = ${closesAt}, is_moved = true where id = ${id}`.execute(tx);
  return closesAt;
}
