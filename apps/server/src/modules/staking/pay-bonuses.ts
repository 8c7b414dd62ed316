import { type Kysely, sql, type Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { derivedUuid } from '#/lib/uuid.ts';
import { creditMany } from '#/modules/points/index.ts';

/** The days after the end of a period in which its bonus waits to be received. */
export const receiveDays = 60;

/** Bonuses paid in one transaction, whose accounts are locked until the commit. */
const mostAtOnce = 500;

/** Where bonuses come from in the ledger. */
export const bonusSource = {
  asset: 'POINT',
  pool: { kind: 'issue', name: 'staking' },
  reason: 'stake_bonus',
} as const;

/** The idempotency key of a bonus in the ledger: always the same for a period and fan, and of the period's time. */
export function bonusKey(periodKey: string, fanId: number): string {
  return derivedUuid(periodKey, `bonus ${fanId}`);
}

type Payment = { readonly at: Date; readonly hasTime: () => boolean; readonly most?: number };

/** Pays the bonuses that were not received in their time. Answers whether none is left. */
export async function payBonuses(db: Kysely<DB>, { at, hasTime, most = mostAtOnce }: Payment): Promise<boolean> {
  const { rows: periods } = await sql<{ id: string; key: string }>`
    select p.id::text, p.bonus_key as key from staking_period p
     where p.settled_at is not null and p.ends_at + make_interval(days => ${receiveDays}) <= ${at}
       and exists (select from stake_bonus b where b.period_id = p.id and b.paid_at is null and b.share > 0)
     order by p.id`.execute(db);
  for (const period of periods) {
    for (let paid = most; paid === most;) {
      paid = await transactionWithRetry(db, (tx) => payNext(tx, period, at, most));
      if (paid === most && !hasTime()) return false;
    }
  }
  return true;
}

type Due = { readonly line: number; readonly fanId: number; readonly amount: number };

/**
 * Returns how many bonuses of a period were paid. Those that fans receive now, or another process pays, are skipped; so are
 * those of accounts that can hold no more.
 */
async function payNext(
  tx: Transaction<DB>,
  { id, key }: { readonly id: string; readonly key: string },
  at: Date,
  most: number,
): Promise<number> {
  const { rows: due } = await sql<Due>`
    select b.line, b.fan_id as "fanId", b.share as amount from stake_bonus b
     where b.period_id = ${id}::date and b.paid_at is null and b.share > 0
       and not exists (select from ledger.account a join ledger.unit u on u.id = a.unit and u.name = 'POINT'
                        where a.fan = b.fan_id and a.balance > ${Number.MAX_SAFE_INTEGER} - b.share)
     order by b.fan_id limit ${most} for no key update of b skip locked`.execute(tx);
  if (due.length === 0) return 0;
  const credits = due.map(({ fanId, amount }) => ({ fanId, amount, key: bonusKey(key, fanId) }));
  await creditMany(tx, { ...bonusSource, receivedAt: at, credits });
  await sql`
    update stake_bonus b set paid_at = ${at}, received = false, key = p.key
      from unnest(${due.map(({ line }) => line)}::integer[], ${credits.map((one) => one.key)}::uuid[]) as p (line, key)
     where b.period_id = ${id}::date and b.line = p.line`.execute(tx);
  return due.length;
}
