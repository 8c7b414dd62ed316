import { type Kysely, sql, type Transaction } from 'kysely';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import type { DB } from '#/db/schema.ts';

/** What an operator's content pack says of claims. */
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

/** The kinds of what claims are counted by, in the order in which every claim counts: they are locks as well. */
export const countKinds = ['fan', 'device', 'taskOnDevice', 'network', 'taskFromNetwork'] as const;

export type CountKind = (typeof countKinds)[number];

/** Something that claims are counted by; without `most` it is counted only. */
export type Counted = { readonly kind: CountKind; readonly subjectHash: Buffer; readonly most: number | null };

/**
 * Counts one more claim of a day on every subject, which must stand in the order of the kinds. A rival on one of them is
 * waited for.
 *
 * @returns how many there are now, by kind; one that has had as many as it may is left out and not counted.
 */
export async function countClaim(
  tx: Transaction<DB>,
  { subjects, day }: { subjects: readonly Counted[]; day: string },
): Promise<ReadonlyMap<CountKind, number>> {
  const { rows } = await sql<{ kind: CountKind; claims: number }>`
    insert into claim_count as c (kind, subject_hash, day, claims, most_claims)
    select s.kind, s.subject_hash, ${day}::date, 1, s.most
      from unnest(${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ subjectHash }) => subjectHash)}::bytea[],
                  ${subjects.map(({ most }) => most)}::integer[]) with ordinality as s (kind, subject_hash, most, place)
     order by s.place
    on conflict (subject_hash, day, kind) do update set claims = c.claims + 1, most_claims = excluded.most_claims
      where excluded.most_claims is null or c.claims < excluded.most_claims
    returning kind, claims`.execute(tx);
  return new Map(rows.map(({ kind, claims }) => [kind, claims]));
}

/** How many claims of a day there are of a subject, as far as they have been committed. */
export async function readCount(db: Kysely<DB>, { kind, subjectHash }: Counted, day: string): Promise<number> {
  const row = await db
    .selectFrom('claim_count')
    .select('claims')
    .where('subject_hash', '=', subjectHash)
    .where('day', '=', day)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.claims ?? 0;
}

/** How many claims a fan has made since an instant, held and refused ones too. */
export async function countClaimsSince(db: Kysely<DB>, fanId: number, since: Date): Promise<number> {
  const { claims } = await db
    .selectFrom('task_claim')
    .select(({ fn }) => fn.countAll<number>().as('claims'))
    .where('fan_id', '=', fanId)
    .where('claimed_at', '>', since)
    .executeTakeFirstOrThrow();
  return claims;
}

/** How many tasks a fan began to visit between two instants, of those that they can still do. */
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

/** Forgets the counts of days before one. */
export async function deleteCountsBefore(db: Kysely<DB>, day: string): Promise<void> {
  await deleteInBatches(db, { table: 'claim_count', column: 'day', before: day });
}
