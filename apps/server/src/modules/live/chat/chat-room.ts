import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { readRoom, rolesOf, type Room, validTicketOf } from '../rooms.view.ts';

type ChatQuery = { readonly roomId: string; readonly fanId: number | undefined };

/** What a fan is in a room; a host counts as a moderator, too. */
export type ChatRole = 'fan' | 'moderator' | 'host';

export async function roleIn(db: Kysely<DB>, { roomId, fanId }: ChatQuery): Promise<ChatRole> {
  const { isHost, isModerator } = await rolesOf(db, roomId, fanId);
  if (isHost) return 'host';
  return isModerator ? 'moderator' : 'fan';
}

/**
 * Finds a room with a chat for a caller who may read it: of a room with a price, holders of a ticket and its moderators.
 * @throws Refusal LIVE_ROOM_NOT_FOUND, CHAT_MISSING or LIVE_TICKET_MISSING
 */
export async function enterChat(
  db: Kysely<DB>,
  question: ChatQuery,
): Promise<{ readonly room: Room; readonly role: ChatRole }> {
  const room = await findRoom(db, question.roomId);
  if (!room.hasChat) throw new Refusal('CHAT_MISSING');
  const role = await roleIn(db, question);
  if (room.price > 0 && role === 'fan') {
    const ticket = question.fanId === undefined ? undefined : await validTicketOf(db, room.id, question.fanId);
    if (!ticket) throw new Refusal('LIVE_TICKET_MISSING');
  }
  return { room, role };
}

/** @throws Refusal LIVE_ROOM_NOT_FOUND */
export async function findRoom(db: Kysely<DB>, roomId: string): Promise<Room> {
  const room = await readRoom(db, roomId);
  if (!room) throw new Refusal('LIVE_ROOM_NOT_FOUND');
  return room;
}

/** @throws Refusal CHAT_NOT_MODERATOR */
export async function requireModerator(db: Kysely<DB>, question: ChatQuery): Promise<void> {
  if ((await roleIn(db, question)) === 'fan') throw new Refusal('CHAT_NOT_MODERATOR');
}
