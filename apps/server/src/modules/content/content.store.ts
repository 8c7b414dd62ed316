import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** Any number that no other advisory lock of one key has. */
const applyLock = 292_116_573;

/** Lets one application of content at a time into the database, until its transaction ends. */
export async function waitForTurn(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${applyLock})`.execute(tx);
}

export async function findAppliedPack(tx: Transaction<DB>, name: string) {
  return tx
    .selectFrom('content_pack')
    .select(['digest', 'anchored_at as anchoredAt', 'simulated_at as simulatedAt'])
    .where('name', '=', name)
    .executeTakeFirst();
}

export async function recordAppliedPack(
  tx: Transaction<DB>,
  pack: { name: string; version: string; digest: Buffer; anchoredAt: Date; appliedAt: Date },
): Promise<void> {
  const { version, digest, appliedAt } = pack;
  await tx
    .insertInto('content_pack')
    .values({ name: pack.name, version, digest, anchored_at: pack.anchoredAt, applied_at: appliedAt })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ version, digest, applied_at: appliedAt }))
    .execute();
}

export async function recordSimulation(tx: Transaction<DB>, packName: string, simulatedAt: Date): Promise<void> {
  await tx.updateTable('content_pack').set({ simulated_at: simulatedAt }).where('name', '=', packName).execute();
}

/** An activity as it was last applied, with the rules its period has in the ledger. */
export async function findPublished(tx: Transaction<DB>, activityId: string) {
  return tx
    .selectFrom('activity')
    .innerJoin('ledger.period as period', 'period.id', 'activity.period')
    .select([
      'period.opens_at as opensAt',
      'period.closes_at as closesAt',
      'period.time_zone as timeZone',
      'period.daily_cap as dailyCap',
      'period.free_per_day as freeVotesPerDay',
      'activity.votes_per_ticket as votesPerTicket',
      'activity.ticket_asset as ticketAsset',
      'activity.vote_asset as voteAsset',
      'activity.rules',
      'activity.prizes',
    ])
    .where('activity.id', '=', activityId)
    .executeTakeFirst();
}

/** Makes the units of an activity and its voting period, or sees that they are there. */
export async function definePeriod(
  tx: Transaction<DB>,
  period: {
    id: number;
    ticketAsset: string;
    voteAsset: string;
    opensAt: Date;
    closesAt: Date;
    timeZone: string;
    dailyCap: number | null;
    freeVotesPerDay: number;
  },
): Promise<void> {
  const { rows } = await sql<{ unit: number }>`
    select ledger.define_unit(${period.ticketAsset}, 'ticket'), ledger.define_unit(${period.voteAsset}, 'vote') as unit`.execute(
    tx,
  );
  const unit = rows[0]?.unit;
  if (unit === undefined) throw new Error(`The ledger made no unit for ${period.voteAsset}`);
  await sql`select ledger.define_period(
    ${period.id}::integer, ${unit}::smallint, ${period.opensAt}::timestamptz, ${period.closesAt}::timestamptz,
    ${period.timeZone}, ${period.dailyCap}::bigint, ${period.freeVotesPerDay}::bigint)`.execute(tx);
}

/** The tally pools of idols in a period, made where they are missing. */
export async function defineTallies(
  tx: Transaction<DB>,
  { period, idolIds }: { period: number; idolIds: readonly string[] },
): Promise<{ idolId: string; pool: number }[]> {
  const { rows } = await sql<{ idolId: string; pool: number }>`
    select idol_id as "idolId", ledger.define_tally(${period}::integer, idol_id) as pool
      from unnest(${idolIds}::text[]) as idol_id`.execute(tx);
  return rows;
}

/** Takes out of an activity whoever stands in it no more. Their votes stay in the ledger. */
export async function withdrawOthers(
  tx: Transaction<DB>,
  activityId: string,
  idolIds: readonly string[],
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('candidate')
    .set({ withdrawn: true })
    .where('activity_id', '=', activityId)
    .where('withdrawn', '=', false)
    .where('idol_id', '<>', sql<string>`all(${idolIds}::text[])`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Retires what the pack has no more. It stays in the table, because records of fans refer to it, or fans agreed to it. */
export async function retireOthers(
  tx: Transaction<DB>,
  table: 'offer' | 'page' | 'task' | 'vote_pack',
  ids: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set retired = true where not retired and id <> all(${ids}::text[])`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** How much of each offer has gone to fans, for those of which any has. */
export async function readExchanged(tx: Transaction<DB>): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.selectFrom('offer').select(['id', 'exchanged']).where('exchanged', '>', 0).execute();
  return new Map(rows.map((row) => [row.id, row.exchanged]));
}
