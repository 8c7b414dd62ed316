import type { Contract, DataOf, RequestOf } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { findRoom, requireModerator } from './chat-room.ts';
import { countOnDuty, endDuty, keepDuty, pinMessage, unpinMessage, writeSettings } from './chat.store.ts';
import { hideMessage, lockMessage, recordAct, showMessage } from './messages.store.ts';
import { countWaiting } from './queue.view.ts';
import { settleReports } from './reports.store.ts';

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
  const duty = { roomId: room.id, fanId, until };
  await (onDuty ? keepDuty(tx, duty) : endDuty(tx, duty));
  return { onDuty: await countOnDuty(tx, room.id, at), waiting: await countWaiting(tx, room.id) };
}

type Change = RequestOf<Contract['POST /activity/api/v1/jplive/chat/settings']>['body'] & {
  readonly fanId: number;
  readonly at: Date;
};

/**
 * Changes how a chat works; it is written down.
 * @throws Refusal LIVE_ROOM_NOT_FOUND or CHAT_NOT_MODERATOR
 */
export async function changeChatSettings(tx: Transaction<DB>, { fanId, at, roomId, ...change }: Change): Promise<void> {
  const room = await findRoom(tx, roomId);
  await requireModerator(tx, { roomId: room.id, fanId });
  await writeSettings(tx, room.id, change);
  await recordAct(tx, { roomId: room.id, moderatorId: fanId, action: 'settings', details: change, at });
}

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
      if (message.state !== 'shown') throw new Refusal('CHAT_MESSAGE_NOT_FOUND');
      await pinMessage(tx, message);
      return 'shown';
    case 'unpin':
      await unpinMessage(tx, message);
      return message.state === 'shown' ? 'shown' : 'hidden';
  }
}
