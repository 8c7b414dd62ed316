import type { Contract, RequestOf } from '@lightstick/contract';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { enterChat } from './chat-room.ts';
import { type FoundMessage, hideMessage, lockMessage } from './messages.store.ts';

type Reason = RequestOf<Contract['POST /jplive/chat/report']>['body']['reason'];

/** Fans who hide a message together until somebody has looked at it. */
const reportersToHide = 3;
const lockedDays = 180;

/**
 * Reports a message that the caller could see. A second report of the same fan changes nothing, unless it is about child
 * safety: that hides and locks at once.
 * @throws Refusal CHAT_MESSAGE_NOT_FOUND
 */
export async function reportMessage(
  tx: Transaction<DB>,
  { fanId, messageId, reason, at }: { fanId: number; messageId: string; reason: Reason; at: Date },
): Promise<void> {
  const message = await lockSeenMessage(tx, messageId, fanId);
  await sql`
    insert into live_chat_report as r (message_id, fan_id, reason, reported_at)
    values (${message.id}, ${fanId}, ${reason}, ${at})
    on conflict (message_id, fan_id) do update set reason = excluded.reason, looked_at_at = null
      where excluded.reason = 'childSafety' and r.reason <> 'childSafety'`.execute(tx);
  if (reason === 'childSafety') await lockAway(tx, message, at);
  else if (message.state === 'shown' && (await countOpenReports(tx, message.id)) >= reportersToHide) {
    await hideMessage(tx, message, 'reports');
  }
}

/** What was never shown to a fan, or may not be read by them, does not exist for them. */
export async function lockSeenMessage(tx: Transaction<DB>, messageId: string, fanId: number): Promise<FoundMessage> {
  const message = await lockMessage(tx, messageId);
  if (message.state === 'held') throw new Refusal('CHAT_MESSAGE_NOT_FOUND');
  await enterChat(tx, { roomId: message.roomId, fanId }).catch((error: unknown) => {
    throw error instanceof Refusal ? new Refusal('CHAT_MESSAGE_NOT_FOUND') : error;
  });
  return message;
}

async function lockAway(tx: Transaction<DB>, message: FoundMessage, at: Date): Promise<void> {
  await sql`
    insert into live_chat_lock (message_id, locked_at, locked_until)
    values (${message.id}, ${at}, ${at}::timestamptz + ${lockedDays} * interval '1 day')
    on conflict do nothing`.execute(tx);
  if (message.state === 'shown' || message.because !== 'childSafety') await hideMessage(tx, message, 'childSafety');
}

async function countOpenReports(tx: Transaction<DB>, messageId: number): Promise<number> {
  const { rows } = await sql<{ reports: number }>`
    select count(*) as reports from live_chat_report where message_id = ${messageId} and looked_at_at is null`.execute(
    tx,
  );
  return rows[0]?.reports ?? 0;
}
