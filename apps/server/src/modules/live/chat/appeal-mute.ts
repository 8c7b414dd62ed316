import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Operator } from '#/http/caller.ts';
import { notify } from '#/modules/notices/index.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import { holdsAt } from './mutes.view.ts';

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
  await sql`update live_chat_mute set appeal = ${text}, appealed_at = ${at} where id = ${mute.id}`.execute(tx);
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
  await sql`update live_chat_mute set decided_at = greatest(${at}, appealed_at), granted = ${granted} where id = ${mute.id}`.execute(
    tx,
  );
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

type Mute = {
  readonly id: number;
  readonly fanId: number;
  readonly accountId: string;
  readonly holds: boolean;
  readonly isLifted: boolean;
  readonly appealedAt: Date | null;
  readonly decidedAt: Date | null;
};

async function lockMute(tx: Transaction<DB>, muteId: string, at: Date): Promise<Mute | undefined> {
  const { rows } = await sql<Mute>`
    select t.id, t.fan_id as "fanId", f.account_id as "accountId", ${holdsAt(at)} as holds,
           t.lifted_at is not null as "isLifted", t.appealed_at as "appealedAt", t.decided_at as "decidedAt"
      from live_chat_mute t join fan f on f.id = t.fan_id where t.id = ${muteId}::bigint for no key update of t`.execute(
    tx,
  );
  return rows[0];
}
