import type { Contract, DataOf } from '@lightstick/contract';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { credit, readAvailable } from '#/modules/points/index.ts';
import { bonusKey, bonusSource } from './pay-bonuses.ts';
import { findSettledPeriod } from './period.view.ts';

type Received = DataOf<Contract['POST /task/api/v1/staking/receive']>;

type Intent = {
  readonly fanId: number;
  readonly periodId: string;
  readonly receivedAt: Date;
  readonly timeZone: string;
};

/** Pays a fan the bonus of a settled period, once. */
export async function receiveBonus(
  tx: Transaction<DB>,
  { fanId, periodId, receivedAt, timeZone }: Intent,
): Promise<Received> {
  const period = await findSettledPeriod(tx, { periodId, timeZone, at: receivedAt });
  const { rows } = await sql<{ share: number; paidAt: Date | null }>`
    select share, paid_at as "paidAt" from stake_bonus
     where period_id = ${periodId}::date and fan_id = ${fanId} for no key update`.execute(tx);
  const [bonus] = rows;
  if (!bonus || bonus.share === 0) throw new Refusal('STAKING_BONUS_MISSING');
  if (bonus.paidAt) throw new Refusal('STAKING_BONUS_RECEIVED');
  const key = bonusKey(period.bonusKey, fanId);
  await credit(tx, { ...bonusSource, fanId, amount: bonus.share, key, receivedAt });
  await sql`
    update stake_bonus set paid_at = ${receivedAt}, received = true, key = ${key}::uuid
     where period_id = ${periodId}::date and fan_id = ${fanId}`.execute(tx);
  const available = await readAvailable(tx, { fanId, asset: 'POINT' });
  return { periodId, points: bonus.share, paidAt: receivedAt.toISOString(), available };
}
