import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Job } from '#/jobs/job.ts';
import { startTimeBudget } from '#/jobs/resumable-run.ts';
import type { Services } from '#/services.ts';

/** Fans whose accounts one transaction locks. */
const fansAtOnce = 500;

type Sweep = { readonly now: Date; readonly hasTime: () => boolean };

/**
 * Expires what is left of the lots that ended at least an hour ago, in batches of fans with a transaction each. Repeated and
 * concurrent runs are safe: a swept lot is gone.
 *
 * @returns whether nothing is left to expire
 */
async function expirePoints(db: Kysely<DB>, { now, hasTime }: Sweep): Promise<boolean> {
  for (;;) {
    const lot = await findDueLots(db, now);
    if (!lot) return true;
    const sweepNext = (after: number) =>
      sql<{ last: number | null }>`
        select ledger.expire_lots(${lot.unit}::smallint, ${lot.day}::date, ${after}, ${fansAtOnce}, ${now}) as last`.execute(
        db,
      );
    if (!(await sweepBatches(sweepNext, hasTime))) return false;
  }
}

/** The unit and last day of the soonest lots that are due. */
async function findDueLots(db: Kysely<DB>, now: Date): Promise<{ unit: number; day: string } | undefined> {
  const { rows } = await sql<{ unit: number; day: string }>`
    select u.id as unit, soonest.day::text
      from ledger.unit u
     cross join ledger.expiry_terms t
     cross join lateral (select min(l.expires_on) as day from ledger.lot l where l.unit = u.id) soonest
     where u.expires and (soonest.day + 1)::timestamp at time zone t.time_zone + interval '1 hour' <= ${now}
     limit 1`.execute(db);
  return rows[0];
}

/**
 * Takes back the tickets and votes of activities whose result is final, and for a month once a day what came late, such as the
 * prize of a raffle. Repeated and concurrent runs are safe: an account is swept under its lock.
 *
 * @returns whether nothing is left to lapse
 */
async function lapseTickets(db: Kysely<DB>, { now, hasTime }: Sweep): Promise<boolean> {
  const { rows: units } = await sql<{ unit: number }>`
    select w.unit from ledger.unit_to_lapse w
      left join ledger.lapsed_unit l on l.unit = w.unit
     where w.at <= ${now}
       and (l.lapsed_at is null or l.lapsed_at < w.at
            or l.lapsed_at < ${now}::timestamptz - interval '1 day' and w.at > ${now}::timestamptz - interval '30 days')
     order by w.unit`.execute(db);
  for (const { unit } of units) {
    const sweepNext = (after: number) =>
      sql<{ last: number | null }>`
        select ledger.lapse_unit(${unit}::smallint, ${after}, ${fansAtOnce}, ${now}) as last`.execute(db);
    if (!(await sweepBatches(sweepNext, hasTime))) return false;
  }
  return true;
}

type SweepNext = (after: number) => Promise<{ readonly rows: readonly { readonly last: number | null }[] }>;

/** Sweeps batch after batch until no fan is left. Returns false when the time ends before. */
async function sweepBatches(sweepNext: SweepNext, hasTime: () => boolean): Promise<boolean> {
  let after = 0;
  for (;;) {
    const { rows } = await sweepNext(after);
    const last = rows[0]?.last ?? null;
    if (last === null) return true;
    if (!hasTime()) return false;
    after = last;
  }
}

const expiring = 'expire-assets';

/** Expires Points, and lapses tickets and votes, every ten minutes. A run without time goes on in another. */
export function expireAssetsJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return {
    name: expiring,
    schedule: '*/10 * * * *',
    async run() {
      const sweep: Sweep = { now: clock.now(), hasTime: startTimeBudget() };
      const isDone = (await expirePoints(db, sweep)) && (await lapseTickets(db, sweep));
      if (!isDone) await sql`SELECT enqueue_next_run(${expiring}, ${'{}'})`.execute(db);
    },
  };
}
