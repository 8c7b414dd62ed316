import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Operator } from '#/http/caller.ts';
import { notify } from '#/modules/notices/index.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import { hideMessage, lockMessage, showMessage } from './messages.store.ts';
import { lockMute, writeAppealDecision } from './mutes.store.ts';
import { isReported, keepLocked, settleAllReports, unlockMessage } from './reports.store.ts';

type ReportDecision = {
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
  { messageId, show, why, operator, at }: ReportDecision,
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

type AppealDecision = {
  readonly muteId: string;
  readonly granted: boolean;
  readonly why: string;
  readonly operator: Operator;
  readonly at: Date;
};

/**
 * An operator ends a mute after an appeal, or keeps it. The fan gets a notice.
 * @throws Refusal CHAT_MUTE_NOT_FOUND or CHAT_APPEAL_NOT_OPEN
 */
export async function decideAppeal(
  tx: Transaction<DB>,
  { muteId, granted, why, operator, at }: AppealDecision,
): Promise<'granted' | 'refused'> {
  const mute = await lockMute(tx, muteId, at);
  if (!mute) throw new Refusal('CHAT_MUTE_NOT_FOUND');
  if (!mute.appealedAt || mute.decidedAt || mute.isLifted) throw new Refusal('CHAT_APPEAL_NOT_OPEN');
  await writeAppealDecision(tx, { muteId: mute.id, granted, at });
  const appeal = granted ? 'granted' : 'refused';
  const subject = `mute:${mute.id}`;
  await notify(tx, {
    kind: 'chatAppealDecided',
    subject,
    fans: [{ fanId: mute.fanId, parameters: { muteId: String(mute.id), granted } }],
    at,
  });
  await recordInAuditLog(tx, {
    action: 'chat/decideAppeal',
    subject: `chat-${subject}`,
    operator,
    why,
    before: { accountId: mute.accountId, appeal: 'open' },
    after: { accountId: mute.accountId, appeal },
    at,
  });
  return appeal;
}
