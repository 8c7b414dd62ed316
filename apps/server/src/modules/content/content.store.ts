import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { songEventRow } from './pack-rows.ts';
import { endingsOf, type Rules } from './rule-document.ts';
import type { RetirableTable } from './upsert.store.ts';

/** Differs from every other advisory lock with one key. */
const applyLock = 292_116_573;

/** Waits until this transaction is the only one that applies content; the lock ends with it. */
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

/** Creates the units of an activity and its voting period, or checks that they exist with these rules. */
export async function definePeriod(tx: Transaction<DB>, period: number, rules: Rules): Promise<void> {
  const { rows } = await sql<{ unit: number }>`
    select ledger.define_unit(${rules.ticketAsset}, 'ticket'), ledger.define_unit(${rules.voteAsset}, 'vote') as unit`.execute(
    tx,
  );
  const unit = rows[0]?.unit;
  if (unit === undefined) throw new Error(`The ledger made no unit for ${rules.voteAsset}`);
  const document = { ...rules, endings: endingsOf(rules) };
  await sql`select ledger.define_period(
    ${period}::integer, ${unit}::smallint, ${rules.opensAt}::timestamptz, ${rules.closesAt}::timestamptz,
    ${rules.timeZone}, ${rules.dailyCap}::bigint, ${rules.freeVotesPerDay}::bigint, ${JSON.stringify(document)}::jsonb)`.execute(
    tx,
  );
}

/** Whether the votes of a period are counted; its candidates are immutable from then on. */
export async function isPeriodClosed(tx: Transaction<DB>, period: number): Promise<boolean> {
  const row = await tx.selectFrom('ledger.period').select('status').where('id', '=', period).executeTakeFirstOrThrow();
  return row.status === 'closed';
}

/** Makes the tally pools of idols in the first round of a period where they are missing. */
export async function defineTallies(
  tx: Transaction<DB>,
  { period, idolIds }: { period: number; idolIds: readonly string[] },
): Promise<void> {
  await sql`select ledger.define_tally(${period}::integer, idol_id) from unnest(${idolIds}::text[]) as idol_id`.execute(
    tx,
  );
}

/** Withdraws the candidates that the pack no longer names. Their votes stay in the ledger. */
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

/** Retires rows that the pack no longer names. */
export async function retireOthers(
  tx: Transaction<DB>,
  table: RetirableTable,
  ids: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set retired = true where not retired and id <> all(${ids}::text[])`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * The number of each offer that fans have exchanged. An offer without stock has no total, so its fans' counts are summed.
 */
export async function readExchanged(tx: Transaction<DB>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; exchanged: number }>`
    select o.id, case when o.stock is not null then o.exchanged
                      else (select coalesce(sum(f.exchanged), 0)::bigint from offer_fan f where f.offer_id = o.id) end as exchanged
      from offer o`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.exchanged]));
}

/** The part of each task's budget that is spent or reserved for held claims. */
export async function readSpent(tx: Transaction<DB>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; spent: number }>`
    select t.id, (case when t.budget is not null then t.budget - s.unspent
                       else s.paid_elsewhere + coalesce((select sum(c.points) from task_claim c
                              where c.task_id = t.id and c.state in ('awarded', 'held')), 0) end)::bigint as spent
      from task t
      join (select task_id, sum(unspent) as unspent, sum(paid_elsewhere) as paid_elsewhere
              from task_budget_shard group by task_id) s on s.task_id = t.id`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.spent]));
}

/** A round as last applied, with its riddles' ids in order. */
export type PublishedRound = {
  readonly id: string;
  readonly task: string;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly price: number;
  readonly rewards: readonly number[];
  readonly budget: number;
  readonly reserved: number;
  readonly riddles: readonly string[];
};

export async function listPublishedRounds(tx: Transaction<DB>): Promise<PublishedRound[]> {
  const { rows } = await sql<PublishedRound>`
    select r.id, r.task_id as task, r.opens_at as "opensAt", r.closes_at as "closesAt", r.price, r.rewards, r.budget,
           r.reserved,
           array(select q.id from riddle q where q.round_id = r.id order by q.id) as riddles
      from riddle_round r`.execute(tx);
  return rows;
}

/** Deletes rows that the pack no longer names and that open later than `after`: no fan has used them yet. */
export async function deleteComingOthers(
  tx: Transaction<DB>,
  { roundIds, riddleIds, opensAfter }: { roundIds: readonly string[]; riddleIds: readonly string[]; opensAfter: Date },
): Promise<number> {
  const rounds = await sql`
    delete from riddle_round where opens_at > ${opensAfter} and id <> all(${roundIds}::text[])`.execute(tx);
  await sql`
    delete from riddle q using riddle_round r
     where r.id = q.round_id and r.opens_at > ${opensAfter} and q.id <> all(${riddleIds}::text[])`.execute(tx);
  return Number(rounds.numAffectedRows ?? 0);
}

/** A song event as last applied, with its songs' ids in order. */
export type PublishedSongEvent = {
  readonly id: string;
  readonly row: ReturnType<typeof songEventRow>;
  readonly songIds: readonly string[];
};

type TimeColumn = 'nominations_open_at' | 'nominations_close_at' | 'final_opens_at' | 'final_closes_at';

export async function listPublishedSongEvents(tx: Transaction<DB>): Promise<PublishedSongEvent[]> {
  const { rows } = await sql<PublishedSongEvent>`
    select e.id, to_jsonb(e) as row,
           array(select s.id from song s where s.event_id = e.id order by s.position, s.id) as "songIds"
      from song_event e`.execute(tx);
  return rows.map(({ id, row, songIds }) => ({ id, row: { ...row, ...timesOf(row) }, songIds }));
}

/** Converts times to the field names of pack rows. */
function timesOf(row: PublishedSongEvent['row']): Pick<PublishedSongEvent['row'], TimeColumn> {
  const written = (column: TimeColumn) => new Date(row[column]).toISOString();
  return {
    nominations_open_at: written('nominations_open_at'),
    nominations_close_at: written('nominations_close_at'),
    final_opens_at: written('final_opens_at'),
    final_closes_at: written('final_closes_at'),
  };
}

/** The part of each luck budget that is set aside, by budget and asset. Locked, so that it cannot rise before the commit. */
export async function readSetAside(tx: Transaction<DB>): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const { rows } = await sql<{ id: string; amounts: Readonly<Record<string, number>> }>`
    with locked as (select id, asset, set_aside from luck_budget for update)
    select id, jsonb_object_agg(asset, set_aside) as amounts from locked group by id`.execute(tx);
  return new Map(rows.map(({ id, amounts }) => [id, new Map(Object.entries(amounts))]));
}

/** The kind of each plan of luck, retired ones included. */
export async function readPlanKinds(tx: Transaction<DB>): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.selectFrom('luck_plan').select(['id', 'kind']).execute();
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** A version of a campaign as it was last published. */
export type PublishedCampaign = {
  readonly planId: string;
  readonly version: number;
  readonly activityId: string | null;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly price: number;
  readonly perFanLimit: number | null;
  readonly minAccountAgeHours: number;
  readonly regions: readonly string[] | null;
  readonly rareWithin: number | null;
  readonly attempts: unknown;
  readonly prizes: readonly {
    readonly prizeId: string;
    readonly asset: string | null;
    readonly amount: number | null;
    readonly edition: string | null;
    readonly isRare: boolean;
    readonly total: number;
  }[];
};

export async function listPublishedCampaigns(tx: Transaction<DB>): Promise<PublishedCampaign[]> {
  const { rows } = await sql<PublishedCampaign>`
    select distinct on (c.plan_id, c.version)
           c.plan_id as "planId", c.version, c.activity_id as "activityId", c.opens_at as "opensAt",
           c.closes_at as "closesAt", c.price, c.per_fan_limit as "perFanLimit",
           (extract(epoch from c.min_account_age) / 3600)::integer as "minAccountAgeHours", c.regions,
           c.rare_within as "rareWithin", c.attempts,
           (select jsonb_agg(jsonb_build_object('prizeId', p.prize_id, 'asset', p.asset, 'amount', p.amount,
                      'edition', p.edition_id, 'isRare', p.is_rare, 'total', p.total) order by p.position)
              from campaign_prize p where p.campaign_id = c.id) as prizes
      from campaign c order by c.plan_id, c.version, c.published_at desc, c.opens_at desc`.execute(tx);
  return rows;
}

/** Of the reserved pieces of each edition: those that are given away, and those that running campaigns still promise. */
export async function readReservedPieces(
  tx: Transaction<DB>,
  editions: readonly { readonly id: string; readonly reserved: number }[],
): Promise<ReadonlyMap<string, { readonly taken: number; readonly promised: number }>> {
  const { rows } = await sql<{ id: string; taken: number; promised: number }>`
    select e.id,
           (select count(*)::integer from nft_piece p
             where p.edition_id = e.id and p.order_id is not null and p.serial <= e.reserved) as taken,
           (select coalesce(sum(p.total - p.drawn), 0)::integer
              from campaign_prize p join campaign c on c.id = p.campaign_id
             where p.edition_id = e.id and c.ended_at is null) as promised
      from unnest(${editions.map(({ id }) => id)}::text[], ${editions.map(({ reserved }) => reserved)}::integer[])
             as e (id, reserved)`.execute(tx);
  return new Map(rows.map(({ id, ...pieces }) => [id, pieces]));
}

/** Sets for how many months Points last, null for ever. Returns whether that is new. */
export async function setExpiryTerms(tx: Transaction<DB>, months: number | null, now: Date): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    select ledger.set_expiry_terms(${months}::smallint, ${now}) as changed`.execute(tx);
  return rows[0]?.changed ?? false;
}
