import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { requireModerator } from './chat-room.ts';
import {
  type FoundMessage,
  hideMessage,
  lockMessage,
  recordAct,
  settleReports,
  showMessage,
} from './messages.store.ts';

type Moderation = {
  readonly fanId: number;
  readonly messageId: string;
  readonly action: 'show' | 'remove' | 'pin' | 'unpin';
  readonly at: Date;
};

/**
 * What a moderator decides about a message. It is written down.
 * @throws Refusal CHAT_MESSAGE_NOT_FOUND, CHAT_NOT_MODERATOR or CHAT_MESSAGE_LOCKED
 */
export async function moderateMessage(
  tx: Transaction<DB>,
  { fanId, messageId, action, at }: Moderation,
): Promise<'shown' | 'hidden'> {
  const message = await lockMessage(tx, messageId);
  await requireModerator(tx, { roomId: message.roomId, fanId });
  if (message.isLocked) throw new Refusal('CHAT_MESSAGE_LOCKED');
  const { id, roomId } = message;
  // Moderators do not decide that reports about themselves had no ground.
  const isOfStaff = message.role !== 'fan';
  await recordAct(tx, { roomId, moderatorId: fanId, action, messageId: id, at });
  switch (action) {
    case 'show':
      await settleReports(tx, { messageId: id, isFounded: isOfStaff, at });
      await showMessage(tx, message);
      return 'shown';
    case 'remove':
      await settleReports(tx, { messageId: id, isFounded: true, at });
      await hideMessage(tx, message);
      return 'hidden';
    case 'pin':
      await pin(tx, message);
      return 'shown';
    case 'unpin':
      await sql`update live_chat set pinned_id = null where room_id = ${roomId} and pinned_id = ${id}`.execute(tx);
      return message.state === 'shown' ? 'shown' : 'hidden';
  }
}

async function pin(tx: Transaction<DB>, { id, roomId, state }: FoundMessage): Promise<void> {
  if (state !== 'shown') throw new Refusal('CHAT_MESSAGE_NOT_FOUND');
  await sql`update live_chat set pinned_id = ${id} where room_id = ${roomId}`.execute(tx);
}
