import type { Contract, RequestOf } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { enterChat } from './chat-room.ts';
import { addBlock, findBlock, type FoundMessage, hideMessage, lockMessage } from './chat.store.ts';
import { lockFan } from '#/modules/identity/index.ts';
import { type ReportedTexts, takeReport } from '#/modules/moderation/index.ts';
import { lockAway } from './moderation.store.ts';

type ReportReason = RequestOf<Contract['POST /activity/api/v1/jplive/chat/report']>['body']['reason'];

const reportedMessages: ReportedTexts = {
  table: 'live_chat_report',
  textId: 'message_id',
  settledAt: 'looked_at_at',
  reportsToHide: 3,
  takesLaterAlarm: true,
  nextAlarm: 'waits',
  lockFan,
};

/**
 * Reports a message that the caller could see. What hides alone is about child safety, and is locked, too.
 * @throws Refusal CHAT_MESSAGE_NOT_FOUND or REPORTS_USED_UP
 */
export async function reportMessage(
  tx: Transaction<DB>,
  { fanId, messageId, reason, at }: { fanId: number; messageId: string; reason: ReportReason; at: Date },
): Promise<void> {
  const message = await lockSeenMessage(tx, messageId, fanId);
  const report = { textId: message.id, fanId, reason, at, isOfStaff: message.role !== 'fan' };
  const effect = await takeReport(tx, reportedMessages, report);
  if (effect === 'hidesAlone') await lockAndHide(tx, message, at);
  if (effect === 'hidesTogether' && message.state === 'shown') await hideMessage(tx, message, 'reports');
}

async function lockAndHide(tx: Transaction<DB>, message: FoundMessage, at: Date): Promise<void> {
  await lockAway(tx, message.id, at);
  if (message.state === 'shown' || message.because !== 'childSafety') await hideMessage(tx, message, 'childSafety');
}

const mostBlocked = 200;

/**
 * Blocks the author of a message for the caller, once.
 * @throws Refusal CHAT_MESSAGE_NOT_FOUND, CHAT_BLOCK_ONESELF or CHAT_BLOCKS_USED_UP
 */
export async function blockAuthor(
  tx: Transaction<DB>,
  { fanId, messageId, at }: { fanId: number; messageId: string; at: Date },
): Promise<{ readonly blockId: string; readonly roomId: string; readonly authorId: number }> {
  const { roomId, authorId } = await lockSeenMessage(tx, messageId, fanId);
  if (authorId === fanId) throw new Refusal('CHAT_BLOCK_ONESELF');
  // Two blocks of one fan at once take their places in turn.
  await lockFan(tx, fanId);
  const known = await findBlock(tx, fanId, authorId);
  if (known !== undefined) return { blockId: String(known), roomId, authorId };
  const id = await addBlock(tx, { fanId, authorId, most: mostBlocked, at });
  if (id === undefined) throw new Refusal('CHAT_BLOCKS_USED_UP', { most: mostBlocked });
  return { blockId: String(id), roomId, authorId };
}

/** Locks a message that the fan can see. Other messages do not exist for them. */
async function lockSeenMessage(tx: Transaction<DB>, messageId: string, fanId: number): Promise<FoundMessage> {
  const message = await lockMessage(tx, messageId);
  if (message.state === 'held') throw new Refusal('CHAT_MESSAGE_NOT_FOUND');
  await enterChat(tx, { roomId: message.roomId, fanId }).catch((error: unknown) => {
    throw error instanceof Refusal ? new Refusal('CHAT_MESSAGE_NOT_FOUND') : error;
  });
  return message;
}
