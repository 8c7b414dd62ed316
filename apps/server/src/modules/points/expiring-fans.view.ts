import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';

export type ExpiringAsset = { readonly asset: string; readonly amount: number; readonly expiresAt: Date };

/** A fan, with what expires at the end of a day; nothing where all of it is spent. */
export type ExpiringFan = { readonly fanId: number; readonly assets: readonly ExpiringAsset[] };

type Question = {
  /** A day of the platform: `YYYY-MM-DD`. */
  readonly day: string;
  readonly timeZone: string;
  /** The last fan of the batch before; 0 to begin. */
  readonly after: number;
  readonly most: number;
};

/**
 * Lists a page of fans in order who were credited Points until the end of a day, or have tickets or votes of an activity that ends on it,
 * with what is left of them.
 */
export async function listExpiringFans(
  db: Kysely<DB>,
  { day, timeZone, after, most }: Question,
): Promise<readonly ExpiringFan[]> {
  const starts = sql`${day}::date::timestamp at time zone ${timeZone}`;
  const ends = sql`(${day}::date + 1)::timestamp at time zone ${timeZone}`;
  const { rows } = await sql<{ fanId: number } & { [Field in keyof ExpiringAsset]: ExpiringAsset[Field] | null }>`
    with ending as (
      select unit from ledger.unit_to_lapse where usable_until > ${starts} and usable_until <= ${ends}
    ), candidate as (
      (select l.fan from ledger.lot l
        where l.unit = (select id from ledger.unit where name = 'POINT') and l.expires_on = ${day}::date and l.fan > ${after}
        order by l.fan limit ${most})
      union
      (select a.fan from ending
        cross join lateral (
          select x.fan from ledger.account x where x.unit = ending.unit and x.balance > x.held and x.fan > ${after}
           order by x.fan limit ${most}) a
        order by a.fan limit ${most})
    )
    select c.fan as "fanId", e.asset, e.amount, e.at as "expiresAt"
      from (select fan from candidate order by fan limit ${most}) c
      left join lateral (
        select u.name as asset, x.amount, x.at
          from ledger.account a
          join ledger.unit u on u.id = a.unit
         cross join lateral ledger.expiries(a.fan, a.unit) x
         where a.fan = c.fan and x.at > ${starts} and x.at <= ${ends}
         order by u.id
      ) e on true
     order by c.fan`.execute(db);
  return [...Map.groupBy(rows, ({ fanId }) => fanId)].map(([fanId, ofFan]) => ({
    fanId,
    assets: ofFan.flatMap(({ asset, amount, expiresAt }) =>
      asset !== null && amount !== null && expiresAt !== null ? [{ asset, amount, expiresAt }] : [],
    ),
  }));
}
