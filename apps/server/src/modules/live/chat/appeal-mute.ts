import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Operator } from '#/http/caller.ts';
import { notify } from '#/modules/notices/index.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import { lockMute, writeAppeal, writeAppealDecision } from './mutes.store.ts';

/**
 * Appeals against a mute that holds, once.
 * @throws Refusal CHAT_MUTE_NOT_FOUND or CHAT_APPEALED
 */
export async function appealMute(
  tx: Transaction<DB>,
  { fanId, muteId, text, at }: { fanId: number; muteId: string; text: string; at: Date },
): Promise<void> {
  const mute = await lockMute(tx, muteId, at);
  if (mute?.fanId !== fanId || !mute.holds) throw new Refusal('CHAT_MUTE_NOT_FOUND');
  if (mute.appealedAt) throw new Refusal('CHAT_APPEALED');
  await writeAppeal(tx, mute.id, text, at);
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
