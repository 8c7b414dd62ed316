import type { Contract, DataOf } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { credit, readAvailable } from '#/modules/points/index.ts';
import { lockBonus, markReceived } from './bonuses.store.ts';
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
  const bonus = await lockBonus(tx, { periodId, fanId });
  if (!bonus || bonus.share === 0) throw new Refusal('STAKING_BONUS_MISSING');
  if (bonus.paidAt) throw new Refusal('STAKING_BONUS_RECEIVED');
  const key = bonusKey(period.bonusKey, fanId);
  await credit(tx, { ...bonusSource, fanId, amount: bonus.share, key, receivedAt });
  await markReceived(tx, { periodId, fanId, key, at: receivedAt });
  const available = await readAvailable(tx, { fanId, asset: 'POINT' });
  return { periodId, points: bonus.share, paidAt: receivedAt.toISOString(), available };
}
