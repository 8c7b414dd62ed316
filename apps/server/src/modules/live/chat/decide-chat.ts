import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Operator } from '#/http/caller.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import { hideMessage, lockMessage, showMessage } from './messages.store.ts';
import { isReported, keepLocked, settleAllReports, unlockMessage } from './reports.store.ts';

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
  if (!message.isLocked && !(await isReported(tx, message.id))) throw new Refusal('CHAT_MESSAGE_NOT_FOUND');
  await settleAllReports(tx, { messageId: message.id, isFounded: !show, at });
  if (show) {
    await unlockMessage(tx, message.id);
    await showMessage(tx, message);
  } else {
    await hideMessage(tx, message);
    await keepLocked(tx, message.id, at);
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
