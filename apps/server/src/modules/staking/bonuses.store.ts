import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

type Bonus = { readonly periodId: string; readonly fanId: number };

/** A fan's bonus, locked until the commit; undefined when the fan had no stake in the period. */
export async function lockBonus(
  tx: Transaction<DB>,
  { periodId, fanId }: Bonus,
): Promise<{ readonly share: number; readonly paidAt: Date | null } | undefined> {
  const { rows } = await sql<{ share: number; paidAt: Date | null }>`
    select share, paid_at as "paidAt" from stake_bonus
     where period_id = ${periodId}::date and fan_id = ${fanId} for no key update`.execute(tx);
  return rows[0];
}

/** Records that a fan received a bonus, with the key of its posting. */
export async function markReceived(
  tx: Transaction<DB>,
  { periodId, fanId, key, at }: Bonus & { readonly key: string; readonly at: Date },
): Promise<void> {
  await sql`
    update stake_bonus set paid_at = ${at}, received = true, key = ${key}::uuid
     where period_id = ${periodId}::date and fan_id = ${fanId}`.execute(tx);
}

/** `key` is the one from which the keys of the period's bonuses derive. */
export type PeriodToPay = { readonly periodId: string; readonly key: string };

/** The settled periods whose bonuses have waited for `receiveDays` and are not all paid, in order. */
export async function listPeriodsToPay(db: Kysely<DB>, at: Date, receiveDays: number): Promise<PeriodToPay[]> {
  const { rows } = await sql<PeriodToPay>`
    select p.id::text as "periodId", p.bonus_key as key from staking_period p
     where p.settled_at is not null and p.ends_at + make_interval(days => ${receiveDays}) <= ${at}
       and exists (select from stake_bonus b where b.period_id = p.id and b.paid_at is null and b.share > 0)
     order by p.id`.execute(db);
  return rows;
}

type Due = { readonly line: number; readonly fanId: number; readonly amount: number };

/**
 * Locks up to `most` unpaid bonuses of a period. Those that fans receive now, or another process pays, are skipped; so are
 * those of accounts that can hold no more.
 */
export async function lockUnpaid(tx: Transaction<DB>, periodId: string, most: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select b.line, b.fan_id as "fanId", b.share as amount from stake_bonus b
     where b.period_id = ${periodId}::date and b.paid_at is null and b.share > 0
       and not exists (select from ledger.account a join ledger.unit u on u.id = a.unit and u.name = 'POINT'
                        where a.fan = b.fan_id and a.balance > ${Number.MAX_SAFE_INTEGER} - b.share)
     order by b.fan_id limit ${most} for no key update of b skip locked`.execute(tx);
  return rows;
}

type Paid = {
  readonly periodId: string;
  readonly at: Date;
  readonly bonuses: readonly { readonly line: number; readonly key: string }[];
};

/** Records that bonuses were paid automatically, each with the key of its posting. */
export async function markPaid(tx: Transaction<DB>, { periodId, at, bonuses }: Paid): Promise<void> {
  await sql`
    update stake_bonus b set paid_at = ${at}, received = false, key = p.key
      from unnest(${bonuses.map(({ line }) => line)}::integer[], ${bonuses.map(({ key }) => key)}::uuid[]) as p (line, key)
     where b.period_id = ${periodId}::date and b.line = p.line`.execute(tx);
}
