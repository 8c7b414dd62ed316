import type { Kysely, Transaction } from 'kysely';
import type { Contract, DataOf } from '@lightstick/contract';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { derivedUuid } from '#/lib/uuid.ts';
import { creditMany, credit, readAvailable } from '#/modules/points/index.ts';
import { Refusal } from '#/errors.ts';
import { drainEach } from '#/jobs/drain.ts';
import { listPeriodsToPay, lockUnpaid, markPaid, type PeriodToPay, lockBonus, markReceived } from './staking.store.ts';
import { receiveDays } from './periods.rules.ts';
import { findSettledPeriod } from './periods.view.ts';

/** Bonuses paid in one transaction, whose accounts are locked until the commit. */
const mostAtOnce = 500;

/** The pool of bonuses in the ledger. */
const bonusSource = {
  asset: 'POINT',
  pool: { kind: 'issue', name: 'staking' },
  reason: 'stake_bonus',
} as const;

/**
 * Returns the idempotency key of a bonus in the ledger: always the same for a period and fan, and of the period's time.
 */
function bonusKey(periodKey: string, fanId: number): string {
  return derivedUuid(periodKey, `bonus ${fanId}`);
}

type Payment = { readonly at: Date; readonly hasTime: () => boolean; readonly most?: number };

/** Pays the bonuses that were not received in their time. Answers whether none is left. */
export async function payBonuses(db: Kysely<DB>, { at, hasTime, most = mostAtOnce }: Payment): Promise<boolean> {
  return drainEach(
    await listPeriodsToPay(db, at, receiveDays),
    (period, atOnce) => transactionWithRetry(db, (tx) => payNext(tx, period, at, atOnce)),
    { most, hasTime },
  );
}

/** Returns how many bonuses of a period were paid. */
async function payNext(tx: Transaction<DB>, { periodId, key }: PeriodToPay, at: Date, most: number): Promise<number> {
  const due = await lockUnpaid(tx, periodId, most);
  if (due.length === 0) return 0;
  const bonuses = due.map((bonus) => ({ ...bonus, key: bonusKey(key, bonus.fanId) }));
  const credits = bonuses.map(({ fanId, amount, key: bonus }) => ({ fanId, amount, key: bonus }));
  await creditMany(tx, { ...bonusSource, receivedAt: at, credits });
  await markPaid(tx, { periodId, at, bonuses });
  return due.length;
}

type ReceivedBonus = DataOf<Contract['POST /task/api/v1/staking/receive']>;

type BonusIntent = {
  readonly fanId: number;
  readonly periodId: string;
  readonly receivedAt: Date;
  readonly timeZone: string;
};

/** Pays a fan the bonus of a settled period, once. */
export async function receiveBonus(
  tx: Transaction<DB>,
  { fanId, periodId, receivedAt, timeZone }: BonusIntent,
): Promise<ReceivedBonus> {
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
