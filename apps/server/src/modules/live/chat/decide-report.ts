import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Operator } from '#/http/caller.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import { lockedDays } from './report-message.ts';
import { type FoundMessage, hideMessage, lockMessage, settleAllReports, showMessage } from './messages.store.ts';

type Decision = {
  readonly messageId: string;
  readonly show: boolean;
  readonly why: string;
  readonly operator: Operator;
  readonly at: Date;
};

/**
 * An operator decides about a reported message. Shown again, it is no longer locked; hidden, a lock lasts for its time.
 * @throws Refusal CHAT_MESSAGE_NOT_FOUND
 */
export async function decideReport(
  tx: Transaction<DB>,
  { messageId, show, why, operator, at }: Decision,
): Promise<'shown' | 'hidden'> {
  const message = await lockMessage(tx, messageId);
  if (!message.isLocked && !(await isReported(tx, message))) throw new Refusal('CHAT_MESSAGE_NOT_FOUND');
  await settleAllReports(tx, { messageId: message.id, isFounded: !show, at });
  if (show) {
    await sql`delete from live_chat_lock where message_id = ${message.id}`.execute(tx);
    await showMessage(tx, message);
  } else {
    await hideMessage(tx, message);
    await keepLocked(tx, message, at);
  }
  const state = show ? 'shown' : 'hidden';
  await recordInAuditLog(tx, {
    action: 'chat/decide',
    subject: `chat-message:${message.id}`,
    operator,
    why,
    before: { state: message.state, isLocked: message.isLocked },
    after: { state, isLocked: message.isLocked && !show },
    at,
  });
  return state;
}

/** A message that was not hidden before is locked now, if a report about child safety was right. */
async function keepLocked(tx: Transaction<DB>, { id }: FoundMessage, at: Date): Promise<void> {
  await sql`
    insert into live_chat_lock as l (message_id, locked_at, locked_until, decided_at)
    select ${id}, ${at}, ${at}::timestamptz + ${lockedDays} * interval '1 day', ${at}
     where exists (select from live_chat_report where message_id = ${id} and reason = 'childSafety')
    on conflict (message_id) do update set decided_at = greatest(excluded.decided_at, l.locked_at)`.execute(tx);
}

async function isReported(tx: Transaction<DB>, { id }: FoundMessage): Promise<boolean> {
  const { rows } = await sql`select from live_chat_report where message_id = ${id} limit 1`.execute(tx);
  return rows.length > 0;
}
