import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '@lightstick/chance';
import type { RuleDocument } from '@lightstick/contract';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { endingsOf, type Rules } from './rule-document.ts';
import type { LiveRoom } from './schema/live.ts';
import type { RetirableTable } from './upsert.store.ts';

/** Differs from every other advisory lock with one key. */
const applyLock = 292_116_573;

/** Waits until this transaction is the only one that applies content; the lock ends with it. */
export async function waitForTurn(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${applyLock})`.execute(tx);
}

/** A pack as it was applied; `isLatest` says that no other pack has been applied since. */
type AppliedPack = {
  readonly digest: Buffer;
  readonly anchoredAt: Date;
  readonly simulatedAt: Date | null;
  readonly isLatest: boolean;
};

export async function findAppliedPack(tx: Transaction<DB>, name: string): Promise<AppliedPack | undefined> {
  const { rows } = await sql<AppliedPack>`
    select digest, anchored_at as "anchoredAt", simulated_at as "simulatedAt",
           name = (select name from content_pack order by applied_at desc, name limit 1) as "isLatest"
      from content_pack where name = ${name}`.execute(tx);
  return rows[0];
}

export async function recordAppliedPack(
  tx: Transaction<DB>,
  pack: { name: string; version: string; digest: Buffer; anchoredAt: Date; appliedAt: Date },
): Promise<void> {
  const { name, version, digest, anchoredAt, appliedAt } = pack;
  // Later than every other pack, although its time was taken before it waited for its turn.
  await sql`
    insert into content_pack (name, version, digest, anchored_at, applied_at)
    select ${name}, ${version}, ${digest}::bytea, ${anchoredAt}::timestamptz,
           greatest(${appliedAt}::timestamptz, max(applied_at) + interval '1 millisecond')
      from content_pack where name <> ${name}
    on conflict (name) do update
       set version = excluded.version, digest = excluded.digest, applied_at = excluded.applied_at`.execute(tx);
}

/** Keeps the files of the pack, unless they are too large, in the place of those of every pack before. */
export async function keepFiles(
  tx: Transaction<DB>,
  pack: { readonly name: string; readonly digest: Buffer },
  files: ReadonlyMap<string, Buffer> | undefined,
): Promise<void> {
  await tx.deleteFrom('content_pack_file').execute();
  for (const [path, bytes] of files ?? []) {
    const row = { pack_name: pack.name, path, digest: pack.digest, bytes };
    await tx.insertInto('content_pack_file').values(row).execute();
  }
}

export async function recordSimulation(tx: Transaction<DB>, packName: string, simulatedAt: Date): Promise<void> {
  await tx.updateTable('content_pack').set({ simulated_at: simulatedAt }).where('name', '=', packName).execute();
}

/** Returns how many brands there were: one or none. */
export async function deleteBrand(tx: Transaction<DB>): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('brand').executeTakeFirst();
  return Number(numDeletedRows);
}

/** Creates the units of an activity and its voting period, or checks that they exist with these rules. */
export async function definePeriod(tx: Transaction<DB>, period: number, rules: Rules): Promise<void> {
  const { rows } = await sql<{ unit: number }>`
    select ledger.define_unit(${rules.ticketAsset}, 'ticket'),
      ledger.define_unit(${rules.voteAsset}, 'vote') as unit`.execute(tx);
  const unit = rows[0]?.unit;
  if (unit === undefined) throw new Error(`The ledger made no unit for ${rules.voteAsset}`);
  const document = { ...rules, endings: endingsOf(rules) };
  await sql`select ledger.define_period(
    ${period}::integer, ${unit}::smallint, ${rules.opensAt}::timestamptz, ${rules.closesAt}::timestamptz,
    ${rules.timeZone}, ${rules.dailyCap}::bigint, ${rules.freeVotesPerDay}::bigint,
      ${JSON.stringify(document)}::jsonb)`.execute(tx);
}

/** Returns whether the votes of a period are counted; its candidates are immutable from then on. */
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

/** Deletes rounds and riddles that the pack no longer names and that open later: no fan has used them yet. */
export async function deleteOtherRounds(
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

/** Sets for how many months Points last, null without an end. Returns whether that is new. */
export async function setExpiryTerms(tx: Transaction<DB>, months: number | null, now: Date): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    select ledger.set_expiry_terms(${months}::smallint, ${now}) as changed`.execute(tx);
  return rows[0]?.changed ?? false;
}

/**
 * Reads the part of each luck budget that is set aside, by budget and asset. Locks it, so that it cannot rise before
 * the commit.
 */
export async function readSetAside(tx: Transaction<DB>): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const { rows } = await sql<{ id: string; amounts: Readonly<Record<string, number>> }>`
    with locked as (select id, asset, set_aside from luck_budget for update)
    select id, jsonb_object_agg(asset, set_aside) as amounts from locked group by id`.execute(tx);
  return new Map(rows.map(({ id, amounts }) => [id, new Map(Object.entries(amounts))]));
}

/** Reads the part of each staking budget that is set aside. Locks it, so that it cannot rise before the commit. */
export async function readStakesSetAside(tx: Transaction<DB>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; setAside: number }>`
    select id, set_aside as "setAside" from staking_budget order by id for update`.execute(tx);
  return new Map(rows.map(({ id, setAside }) => [id, setAside]));
}

/** Lets texts and covers that are not over follow their plans. Published terms never change. */
export async function followTexts(tx: Transaction<DB>): Promise<void> {
  for (const table of ['packet', 'campaign'] as const) {
    await sql`
      update ${sql.table(table)} one
         set title = p.plan -> 'title', description = p.plan -> 'description', cover_seed = p.plan ->> 'coverSeed'
        from luck_plan p
       where p.id = one.plan_id and one.ended_at is null
         and (one.title, one.description, one.cover_seed)
             is distinct from (p.plan -> 'title', p.plan -> 'description', p.plan ->> 'coverSeed')`.execute(tx);
  }
}

/** Deletes polls that the pack no longer names and that open later. */
export async function deleteOtherPolls(
  tx: Transaction<DB>,
  { activityIds, opensAfter }: { activityIds: readonly string[]; opensAfter: Date },
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('best7_poll')
    .where('opens_at', '>', opensAfter)
    .where('activity_id', '<>', sql<string>`all(${activityIds}::text[])`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes song events and songs that the pack no longer names and whose nominations open later. Returns the events. */
export async function deleteOtherSongEvents(
  tx: Transaction<DB>,
  { eventIds, songIds, opensAfter }: { eventIds: readonly string[]; songIds: readonly string[]; opensAfter: Date },
): Promise<number> {
  const coming = sql`nominations_open_at > ${opensAfter}`;
  const { numAffectedRows } = await sql`
    delete from song_event where ${coming} and id <> all(${eventIds}::text[])`.execute(tx);
  await sql`
    delete from song using song_event where song_event.id = song.event_id and ${coming}
       and song.id <> all(${songIds}::text[])`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** A live room as it was applied, or as an operator made it. */
export type AppliedRoom = {
  readonly id: string;
  readonly source: LiveRoom['source'];
  readonly recording: string | null;
  readonly address: string | null;
  readonly price: number;
  readonly opensAt: Date;
  readonly closesAt: Date | null;
  readonly sold: number;
  readonly isEnded: boolean;
  readonly isContent: boolean;
  readonly isMoved: boolean;
};

/** Locks rooms and returns them by id, so that none is sold, opened or closed before the commit. */
export async function lockRooms(tx: Transaction<DB>): Promise<ReadonlyMap<string, AppliedRoom>> {
  const { rows } = await sql<AppliedRoom>`
    select id, source, recording_id as recording, address, price, opens_at as "opensAt", closes_at as "closesAt", sold,
           cancelled_at is not null or failed_at is not null as "isEnded", is_content as "isContent",
             is_moved as "isMoved"
      from live_room order by id for update`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Takes from rooms the keys of their encoders. */
export async function deleteStreamKeys(tx: Transaction<DB>, roomIds: readonly string[]): Promise<void> {
  await sql`
    update live_room set key_hash = null where key_hash is not null and id = any(${roomIds}::text[])`.execute(tx);
}

/** Retires rooms that the pack no longer names, unless their tickets are still to be used. */
export async function retireOtherRooms(tx: Transaction<DB>, roomIds: readonly string[], now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update live_room set retired = true
     where is_content and not retired and id <> all(${roomIds}::text[])
       and (sold = 0 or closes_at <= ${now} or cancelled_at is not null or failed_at is not null)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Finds the latest published version of an activity's rules. */
export async function findLatestRuleSet(tx: Transaction<DB>, activityId: string) {
  const row = await tx
    .selectFrom('rule_set')
    .select(['id', 'version', 'document'])
    .where('activity_id', '=', activityId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, document: JSON.parse(row.document) as RuleDocument };
}

/** Inserts a version as canonical JSON, which the hash covers. Returns its id. */
async function insertRuleSet(
  tx: Transaction<DB>,
  { document, publishedAt }: { document: RuleDocument; publishedAt: Date },
): Promise<number> {
  const text = canonicalJson(document);
  const { id } = await tx
    .insertInto('rule_set')
    .values({
      activity_id: document.activityId,
      version: document.version,
      document: text,
      hash: sql`sha256(convert_to(${text}, 'UTF8'))`,
      published_at: publishedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets the version under which votes of a period are cast from now on. */
async function adoptRuleSet(
  tx: Transaction<DB>,
  { period, ruleSet }: { period: number; ruleSet: number },
): Promise<void> {
  await sql`select ledger.adopt_rule_set(${period}::integer, ${ruleSet}::integer)`.execute(tx);
}

/** Publishes an activity's rules as a new version if they differ from the latest. Returns whether they did. */
export async function publishRules(
  tx: Transaction<DB>,
  { period, rules, publishedAt }: { period: number; rules: Rules; publishedAt: Date },
): Promise<boolean> {
  const latest = await findLatestRuleSet(tx, rules.activityId);
  const version = latest?.version ?? 0;
  if (isDeepStrictEqual({ ...rules, version }, latest?.document)) return false;
  const ruleSet = await insertRuleSet(tx, { document: { ...rules, version: version + 1 }, publishedAt });
  await adoptRuleSet(tx, { period, ruleSet });
  return true;
}
