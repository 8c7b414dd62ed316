import type { Contract, RequestOf } from '@lightstick/contract';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { enterChat } from './chat-room.ts';
import { weighReport } from '#/modules/reports/index.ts';
import { type FoundMessage, hideMessage, lockMessage } from './messages.store.ts';

type Reason = RequestOf<Contract['POST /activity/api/v1/jplive/chat/report']>['body']['reason'];

/** Fans who hide a message together until somebody has looked at it. */
const reportersToHide = 3;
export const lockedDays = 180;

/**
 * Reports a message that the caller could see. A second report of the same fan changes nothing, unless it is about child
 * safety: that hides and locks at once. What hosts and moderators wrote stays shown until somebody has looked at it, and so does
 * what is reported by a fan whose reports hide nothing.
 * @throws Refusal CHAT_MESSAGE_NOT_FOUND or REPORTS_USED_UP
 */
export async function reportMessage(
  tx: Transaction<DB>,
  { fanId, messageId, reason, at }: { fanId: number; messageId: string; reason: Reason; at: Date },
): Promise<void> {
  const message = await lockSeenMessage(tx, messageId, fanId);
  const known = await reasonBefore(tx, message.id, fanId);
  if (known !== undefined && (reason !== 'childSafety' || known === reason)) return;
  const mayHide = await weighReport(tx, { fanId, reason, at });
  const hides = mayHide && message.role === 'fan' && !(reason === 'childSafety' && message.isCleared);
  await sql`
    insert into live_chat_report as r (message_id, fan_id, reason, reported_at, hides)
    values (${message.id}, ${fanId}, ${reason}, ${at}, ${hides})
    on conflict (message_id, fan_id) do update
       set reason = excluded.reason, reported_at = excluded.reported_at, hides = excluded.hides, looked_at_at = null,
           unfounded_at = null`.execute(tx);
  if (!hides) return;
  if (reason === 'childSafety') await lockAway(tx, message, at);
  else if (message.state === 'shown' && (await countOpenReports(tx, message.id)) >= reportersToHide) {
    await hideMessage(tx, message, 'reports');
  }
}

async function reasonBefore(tx: Transaction<DB>, messageId: number, fanId: number): Promise<string | undefined> {
  const { rows } = await sql<{ reason: string }>`
    select reason from live_chat_report where message_id = ${messageId} and fan_id = ${fanId}`.execute(tx);
  return rows[0]?.reason;
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
    select count(*) as reports from live_chat_report 
     where message_id = ${messageId} and looked_at_at is null and hides`.execute(tx);
  return rows[0]?.reports ?? 0;
}
