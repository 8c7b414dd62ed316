import { createHash } from 'node:crypto';
import type { Language } from '@lightstick/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import { keyset, type Section } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Hold } from './task.rules.ts';

/** A new claim, held or awarded at once. */
export type NewClaim = {
  readonly key: string;
  readonly fanId: number;
  readonly taskId: string;
  readonly occurrence: string;
  readonly points: number;
  readonly streakDay: number | null;
  readonly claimedAt: Date;
  readonly hold: Hold | undefined;
};

/**
 * Inserts the only claim of a fan, a task and an occurrence. Returns false when it exists; an uncommitted rival blocks
 * until it commits.
 */
export async function insertClaim(tx: Transaction<DB>, claim: NewClaim): Promise<boolean> {
  const row = await tx
    .insertInto('task_claim')
    .values({
      fan_id: claim.fanId,
      task_id: claim.taskId,
      occurrence: claim.occurrence,
      points: claim.points,
      streak_day: claim.streakDay,
      key: claim.key,
      claimed_at: claim.claimedAt,
      state: claim.hold ? 'held' : 'awarded',
      held_for: claim.hold?.cause ?? null,
      release_at: claim.hold?.releaseAt ?? null,
    })
    .onConflict((conflict) => conflict.columns(['fan_id', 'occurrence', 'task_id']).doNothing())
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

export type SettledClaim = { readonly fanId: number; readonly taskId: string; readonly points: number };

/** Settles a held claim; nothing when it is not held. An uncommitted rival blocks until it commits. */
export async function settleHeld(
  tx: Transaction<DB>,
  settlement: {
    claimId: string;
    state: 'awarded' | 'refused';
    refusal: Readonly<Record<Language, string>> | null;
    at: Date;
  },
): Promise<SettledClaim | undefined> {
  const { claimId, state, refusal, at } = settlement;
  return tx
    .updateTable('task_claim')
    .set({ state, refusal: refusal && JSON.stringify(refusal), settled_at: sql`greatest(claimed_at, ${at})` })
    .where('key', '=', claimId)
    .where('state', '=', 'held')
    .returning(['fan_id as fanId', 'task_id as taskId', 'points'])
    .executeTakeFirst();
}

/** Lapses an erased fan's held claims. Returns their rewards. */
export async function lapseHeld(tx: Transaction<DB>, fanId: number, at: Date): Promise<readonly SettledClaim[]> {
  return tx
    .updateTable('task_claim')
    .set({ state: 'lapsed', settled_at: sql`greatest(claimed_at, ${at})` })
    .where('fan_id', '=', fanId)
    .where('state', '=', 'held')
    .returning(['fan_id as fanId', 'task_id as taskId', 'points'])
    .execute();
}

/** Returns a claim's reserved amount to its task's budget. */
export async function returnToBudget(tx: Transaction<DB>, { taskId, points }: SettledClaim): Promise<void> {
  await sql`select return_to_task_budget(${taskId}, ${points}::bigint)`.execute(tx);
}

export type DueClaim = { readonly claimId: string; readonly releaseAt: Date };

const byDeadline = keyset<DueClaim>({ releaseAt: 'release_at', claimId: 'key' });

/** Lists a section of the held claims whose deadline has passed, oldest first. */
export async function listDueClaims(
  db: Kysely<DB>,
  { at, after, most }: Section<DueClaim> & { at: Date },
): Promise<DueClaim[]> {
  const { rows } = await sql<DueClaim>`
    select key as "claimId", release_at as "releaseAt" from task_claim
     where state = 'held' and release_at <= ${at} and ${byDeadline.isAfter(after)}
     ${byDeadline.first(most)}`.execute(db);
  return rows;
}

/** The claim limits of the content pack. */
export type ClaimTerms = {
  readonly mostOfFan: number;
  readonly mostOnDevice: number;
  readonly mostFromNetwork: number;
  readonly hurrySeconds: number;
  readonly hurryMost: number;
  readonly accountsOnDevice: number;
  readonly accountsFromNetwork: number;
  readonly holdHours: number;
};

export async function readClaimTerms(db: Kysely<DB>): Promise<ClaimTerms> {
  return db
    .selectFrom('claim_terms')
    .select([
      'most_of_fan as mostOfFan',
      'most_on_device as mostOnDevice',
      'most_from_network as mostFromNetwork',
      'hurry_seconds as hurrySeconds',
      'hurry_most as hurryMost',
      'accounts_on_device as accountsOnDevice',
      'accounts_from_network as accountsFromNetwork',
      'hold_hours as holdHours',
    ])
    .executeTakeFirstOrThrow();
}

/** The kinds of claim counters in lock order. */
const countKinds = ['fan', 'device', 'taskOnDevice', 'network', 'taskFromNetwork'] as const;

export type CountKind = (typeof countKinds)[number];

/** A subject of a claim counter; without `most` it has no limit. */
export type ClaimCount = { readonly kind: CountKind; readonly subjectHash: Buffer; readonly most: number | null };

/**
 * Counts a claim of a day on each subject, in the order of the kinds. An uncommitted rival blocks until it commits.
 *
 * @returns the counts by kind; a subject at its limit is absent and not counted.
 */
export async function countClaim(
  tx: Transaction<DB>,
  { subjects, day }: { subjects: readonly ClaimCount[]; day: string },
): Promise<ReadonlyMap<CountKind, number>> {
  const { rows } = await sql<{ kind: CountKind; claims: number }>`
    insert into claim_count as c (kind, subject_hash, day, claims, most_claims)
    select s.kind, s.subject_hash, ${day}::date, 1, s.most
      from unnest(${subjects.map(({ kind }) => kind)}::text[],
        ${subjects.map(({ subjectHash }) => subjectHash)}::bytea[],
                  ${subjects.map(({ most }) => most)}::integer[]) with ordinality as s (kind, subject_hash, most, place)
     order by s.place
    on conflict (subject_hash, day, kind) do update set claims = c.claims + 1, most_claims = excluded.most_claims
      where excluded.most_claims is null or c.claims < excluded.most_claims
    returning kind, claims`.execute(tx);
  return new Map(rows.map(({ kind, claims }) => [kind, claims]));
}

/** Returns a subject's committed claims of a day. */
export async function readCount(db: Kysely<DB>, { kind, subjectHash }: ClaimCount, day: string): Promise<number> {
  const row = await db
    .selectFrom('claim_count')
    .select('claims')
    .where('subject_hash', '=', subjectHash)
    .where('day', '=', day)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.claims ?? 0;
}

/** Counts a fan's claims since an instant, including held and refused ones. */
export async function countClaimsSince(db: Kysely<DB>, fanId: number, since: Date): Promise<number> {
  const { claims } = await db
    .selectFrom('task_claim')
    .select(({ fn }) => fn.countAll<number>().as('claims'))
    .where('fan_id', '=', fanId)
    .where('claimed_at', '>', since)
    .executeTakeFirstOrThrow();
  return claims;
}

/** Counts a fan's visited tasks in a period, for tasks that are still open. */
export async function countVisitsBegun(
  db: Kysely<DB>,
  { fanId, occurrences, from, until }: { fanId: number; occurrences: readonly string[]; from: Date; until: Date },
): Promise<number> {
  const { tasks } = await db
    .selectFrom('task_visit')
    .select(({ fn }) => fn.count<number>('task_id').distinct().as('tasks'))
    .where('fan_id', '=', fanId)
    .where('occurrence', 'in', occurrences)
    .where('viewed_at', '>=', from)
    .where('viewed_at', '<=', until)
    .executeTakeFirstOrThrow();
  return tasks;
}

/** Deletes the counts of earlier days. */
export async function deleteCountsBefore(db: Kysely<DB>, day: string): Promise<void> {
  await deleteInBatches(db, { table: 'claim_count', column: 'day', before: day });
}

type BudgetUse = { readonly taskId: string; readonly points: number };

/**
 * Takes a reward that another module pays from its task's budget. It runs in the paying transaction, once, directly
 * before the ledger, to keep the budget lock short.
 *
 * @throws Refusal TASK_SOLD_OUT when the budget is too small; the transaction must then roll back.
 */
export async function takeFromBudget(tx: Transaction<DB>, taking: BudgetUse): Promise<void> {
  await take(tx, { ...taking, elsewhere: true });
}

/** Takes a claim's reward from its task's budget, like `takeFromBudget`. */
export async function takeForClaim(tx: Transaction<DB>, taking: BudgetUse): Promise<void> {
  await take(tx, { ...taking, elsewhere: false });
}

async function take(
  tx: Transaction<DB>,
  { taskId, points, elsewhere }: BudgetUse & { readonly elsewhere: boolean },
): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select take_from_task_budget(${taskId}, ${points}::bigint, ${elsewhere}) as taken`.execute(tx);
  if (!rows[0]?.taken) throw new Refusal('TASK_SOLD_OUT');
}

/** The UUID name space of task claims, which keeps their keys distinct from others. */
const nameSpace = Buffer.from('6f1d3c2ab85e4e0f9c7452d90e8ab316', 'hex');

/**
 * Returns the ledger's permanent idempotency key for the reward of a fan, task and occurrence: a name-based UUID on
 * SHA-256 as in RFC 9562, appendix B.2 (version 8).
 */
export function claimKey(claim: { fanId: number; taskId: string; occurrence: string }): string {
  // JSON separates the parts, whatever characters a task id contains.
  const name = JSON.stringify([claim.fanId, claim.taskId, claim.occurrence]);
  const bytes = createHash('sha256').update(nameSpace).update(name, 'utf8').digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
