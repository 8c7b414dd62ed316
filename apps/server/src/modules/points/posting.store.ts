import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { PostingPoolKind } from '#/db/pool-kinds.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { type Reason, reasons } from './reasons.ts';

/** One line of a posting: a fan pays into a pool or receives from it. An account has at most one leg per posting. */
export type Leg = {
  readonly fanId: number;
  readonly asset: string;
  readonly direction: 'pays' | 'receives';
  /** The amount in the asset's smallest unit. */
  readonly amount: number;
  /** The counterpart. */
  readonly pool: { readonly kind: PostingPoolKind; readonly name: string };
  readonly reason: Reason;
};

export type Posting = {
  /** The idempotency key of the business event, unique per account for all time. */
  readonly key: string;
  readonly receivedAt: Date;
  readonly legs: readonly Leg[];
};

export type PostedLeg = { readonly transferId: string; readonly balance: number };

type LegRow = {
  readonly verdict: 'posted' | 'repeat' | 'tooFew' | 'keyReused';
  readonly transferId: number | null;
  readonly balance: number;
  readonly kind: string;
};

/**
 * Posts all legs of one business event in the caller's transaction, once.
 *
 * @returns each leg's transfer and new balance; a repeat returns the first answer.
 * @throws Refusal INSUFFICIENT_* or IDEMPOTENCY_KEY_REUSED; the caller must then roll back the transaction.
 */
export async function post(tx: Transaction<DB>, { key, receivedAt, legs }: Posting): Promise<PostedLeg[]> {
  const assets = legs.map((leg) => leg.asset);
  // The statement looks up units and pools by name, so that a posting needs one round trip.
  const { rows } = await sql<LegRow>`
    with leg as (
      select l.*, u.id as unit, u.kind, ledger.ensure_pool(u.id, l.pool_kind, l.pool_name) as pool
        from unnest(${assets}::text[], ${legs.map((leg) => leg.pool.kind)}::text[],
                    ${legs.map((leg) => leg.pool.name)}::text[])
               with ordinality as l (asset, pool_kind, pool_name, position)
        join ledger.unit u on u.name = l.asset
    )
    select posted.verdict, posted.transfer_id as "transferId", posted.balance, leg.kind
      from ledger.post_legs(
             ${key}::uuid, ${receivedAt}::timestamptz, ${legs.map((leg) => leg.fanId)}::bigint[],
             (select array_agg(unit order by position) from leg), (select array_agg(pool order by position) from leg),
             ${legs.map((leg) => (leg.direction === 'pays' ? -1 : 1))}::smallint[],
             ${legs.map((leg) => leg.amount)}::bigint[],
             ${legs.map((leg) => reasons[leg.reason].code)}::smallint[]) as posted
      join leg on leg.position = posted.leg + 1
     order by posted.leg`.execute(tx);

  if (rows.length !== legs.length)
    throw new Error(`A leg names an asset that is no unit of the ledger: ${assets.join(', ')}`);
  return rows.map((row, position) => {
    const leg = legs[position];
    if (row.verdict === 'keyReused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    if (row.verdict === 'tooFew') throw missingAssetRefusal(rows, legs);
    if (row.transferId === null || !leg) throw new Error(`The ledger answered leg ${position} without a transfer`);
    return { transferId: String(row.transferId), balance: row.balance };
  });
}

/** Builds the refusal for the first leg without enough balance. */
function missingAssetRefusal(rows: readonly LegRow[], legs: readonly Leg[]): Refusal {
  for (const [position, leg] of legs.entries()) {
    const row = rows[position];
    if (!row || leg.direction !== 'pays' || leg.amount <= row.balance) continue;
    return insufficientRefusal(row.kind, leg.amount - row.balance);
  }
  throw new Error('The ledger found a leg unpayable that its balances could pay');
}

function insufficientRefusal(unitKind: string, missing: number): Refusal {
  if (unitKind === 'ticket') return new Refusal('INSUFFICIENT_TICKETS', { missing });
  if (unitKind === 'vote') return new Refusal('INSUFFICIENT_VOTES', { missing });
  return new Refusal('INSUFFICIENT_POINTS', { missing });
}

/** Posts one leg that pays a fan. Returns the balance after it. */
export async function credit(
  tx: Transaction<DB>,
  { key, receivedAt, ...leg }: Omit<Leg, 'direction'> & Pick<Posting, 'key' | 'receivedAt'>,
): Promise<number> {
  const [posted] = await post(tx, { key, receivedAt, legs: [{ ...leg, direction: 'receives' }] });
  if (!posted) throw new Error('A posting of one leg was answered without it');
  return posted.balance;
}

type ManyCredits = Pick<Leg, 'asset' | 'pool' | 'reason'> & {
  readonly receivedAt: Date;
  /** The credits, one for each fan, each under its own key that was never posted. */
  readonly credits: readonly { readonly fanId: number; readonly amount: number; readonly key: string }[];
};

/** The id of a pool within an asset, for statements that keep it. The first use creates the pool. */
export function ensurePool(asset: string, { kind, name }: Leg['pool']): RawBuilder<number> {
  return sql`ledger.ensure_pool((select id from ledger.unit where name = ${asset}), ${kind}, ${name})`;
}

/** Pays many fans from one pool in one statement. A used key fails by a constraint; so does an asset that is no unit. */
export async function creditMany(
  tx: Transaction<DB>,
  { asset, pool, reason, receivedAt, credits }: ManyCredits,
): Promise<void> {
  await sql`
    select ledger.post_credits(
             ${ensurePool(asset, pool)}, (pg_backend_pid() % 16)::smallint,
             ${reasons[reason].code}::smallint, ${credits.map(({ fanId }) => fanId)}::bigint[],
             ${credits.map(({ amount }) => amount)}::bigint[], ${credits.map(({ key }) => key)}::uuid[],
             ${credits.map(() => receivedAt)}::timestamptz[])`.execute(tx);
}

type Hold = {
  readonly fanId: number;
  readonly key: string;
  readonly amount: number;
  readonly mostHeld: number;
  readonly receivedAt: Date;
};

/** The answer of ledger.place_hold: whether Points are held, and the account as it is then. */
type HoldOutcome = {
  readonly verdict: 'held' | 'repeat' | 'tooFew' | 'keyReused' | 'aboveLimit';
  readonly available: number;
  readonly held: number;
};

/** Holds Points of a fan, once under a key. */
export async function holdPoints(
  tx: Transaction<DB>,
  { fanId, key, amount, mostHeld, receivedAt }: Hold,
): Promise<HoldOutcome> {
  const { rows } = await sql<HoldOutcome>`
    select h.verdict, h.available, h.held
      from ledger.unit u
     cross join lateral ledger.place_hold(${key}::uuid, ${receivedAt}, ${fanId}, u.id, ${amount}, ${mostHeld}) h
     where u.name = 'POINT'`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('ledger.place_hold gave no answer');
  return row;
}

/** Releases the Points that fans hold under keys. */
export async function releasePoints(
  tx: Transaction<DB>,
  holds: readonly { readonly fanId: number; readonly key: string }[],
  at: Date,
): Promise<void> {
  await sql`
    select ledger.release_points((select id from ledger.unit where name = 'POINT'),
             ${holds.map(({ fanId }) => fanId)}::bigint[], ${holds.map(({ key }) => key)}::uuid[], ${at})`.execute(tx);
}

/**
 * Creates a book for each month up to two months ahead, at start and daily, so that a posting always finds its book.
 */
export async function openLedgerBooks(pool: Pool): Promise<void> {
  await pool.query('SELECT ledger.open_coming_books()');
}

/** The next fans of a sweep, after one; 0 to begin. Their accounts are locked by one transaction. */
type Sweep = { readonly after: number; readonly most: number; readonly now: Date };

/** Lets months of expiry end with the platform's days. @param ownerPool connects as the owner of the ledger */
export async function adoptPlatformZone(ownerPool: Pool, timeZone: string): Promise<void> {
  await ownerPool.query('UPDATE ledger.expiry_terms SET time_zone = $1 WHERE time_zone <> $1', [timeZone]);
}

export type DueLots = { readonly unit: number; readonly day: string };

/** Finds the unit and last day of the soonest lots that are due. */
export async function findDueLots(db: Kysely<DB>, now: Date): Promise<DueLots | undefined> {
  const { rows } = await sql<DueLots>`
    select u.id as unit, soonest.day::text
      from ledger.unit u
     cross join ledger.expiry_terms t
     cross join lateral (select min(l.expires_on) as day from ledger.lot l where l.unit = u.id) soonest
     where u.expires and (soonest.day + 1)::timestamp at time zone t.time_zone + interval '1 hour' <= ${now}
     limit 1`.execute(db);
  return rows[0];
}

/** Expires the rest of lots. Returns the last fan; null when none is left. */
export async function expireLots(
  db: Kysely<DB>,
  { unit, day }: DueLots,
  { after, most, now }: Sweep,
): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select ledger.expire_lots(${unit}::smallint, ${day}::date, ${after}, ${most}, ${now}) as last`.execute(db);
  return rows[0]?.last ?? null;
}

/**
 * Lists the units of activities whose result is final, and for a month once a day those into which something may have come
 * late, such as the prize of a raffle.
 */
export async function listUnitsToLapse(db: Kysely<DB>, now: Date): Promise<number[]> {
  const { rows } = await sql<{ unit: number }>`
    select w.unit from ledger.unit_to_lapse w
      left join ledger.lapsed_unit l on l.unit = w.unit
     where w.at <= ${now}
       and (l.lapsed_at is null or l.lapsed_at < w.at
            or l.lapsed_at < ${now}::timestamptz - interval '1 day' and w.at > ${now}::timestamptz - interval '30 days')
     order by w.unit`.execute(db);
  return rows.map(({ unit }) => unit);
}

/** Takes back what fans have of a unit, each under the lock of the account. Returns the last fan; null when none is left. */
export async function lapseUnit(db: Kysely<DB>, unit: number, { after, most, now }: Sweep): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select ledger.lapse_unit(${unit}::smallint, ${after}, ${most}, ${now}) as last`.execute(db);
  return rows[0]?.last ?? null;
}
