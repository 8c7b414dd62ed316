import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { type Activity, type Round, roundOnShow } from '#/modules/elections/index.ts';

/** Quarantined votes by their outcome. */
export type QuarantineCounts = DataOf<Contract['GET /activity/api/v1/vote/decisions']>['totals'];

/** The quarantine counts that are shown while a round's count is hidden. */
export type FrozenCounts = {
  /** The PostgreSQL snapshot of the moment from which the count is hidden. */
  readonly seen: string;
  readonly setAside: readonly (QuarantineCounts & { readonly idolId: string })[];
};

/** Reads the quarantine counts of each idol in one round, in all, or in all but one; idols without any are left out. */
async function readQuarantineCounts(
  db: Kysely<DB>,
  { activityId, round, except }: { readonly activityId: string; readonly round?: number; readonly except?: number },
): Promise<ReadonlyMap<string, QuarantineCounts>> {
  const { rows } = await sql<QuarantineCounts & { idolId: string }>`
    select idol_id as "idolId", sum(quarantined)::bigint as quarantined, sum(released)::bigint as released,
           sum(voided)::bigint as voided
      from candidate_quarantine
     where activity_id = ${activityId} and (${round ?? null}::smallint is null or round = ${round ?? null})
       and round is distinct from ${except ?? null}::smallint
     group by idol_id
    having sum(quarantined + released + voided) > 0`.execute(db);
  return new Map(rows.map(({ idolId, ...setAside }) => [idolId, setAside]));
}

/** Reads the quarantine counts of every round of a finished activity, by round and idol, such as `1 101`. */
export async function readFinalQuarantineCounts(
  db: Kysely<DB>,
  activityId: string,
): Promise<ReadonlyMap<string, QuarantineCounts>> {
  const { rows } = await sql<QuarantineCounts & { idolId: string; round: number }>`
    select idol_id as "idolId", round, quarantined, released, voided
      from candidate_quarantine
     where activity_id = ${activityId} and quarantined + released + voided > 0`.execute(db);
  return new Map(rows.map(({ round, idolId, ...setAside }) => [`${round} ${idolId}`, setAside]));
}

/**
 * Reads the quarantine counts that may be shown: while the count is hidden, those from its beginning. Activities
 * without quarantine cost no query.
 */
export async function readShownQuarantineCounts(
  db: Kysely<DB>,
  { activity, round, freeze }: { activity: Activity; round: Round; freeze: FrozenCounts | undefined },
): Promise<ReadonlyMap<string, QuarantineCounts>> {
  if (!activity.ruleSet?.document.quarantine) return new Map();
  if (freeze) return new Map(freeze.setAside.map(({ idolId, ...setAside }) => [idolId, setAside]));
  return readQuarantineCounts(db, { activityId: activity.id, round: round.round });
}

/** Reads the quarantine counts of all rounds that may be shown. */
export async function readTotalQuarantineCounts(
  db: Kysely<DB>,
  { activity, at, freeze }: { activity: Activity; at: Date; freeze: FrozenCounts | undefined },
): Promise<QuarantineCounts> {
  const { id: activityId, rounds } = activity;
  if (!freeze) return sumQuarantineCounts((await readQuarantineCounts(db, { activityId })).values());
  const others = await readQuarantineCounts(db, { activityId, except: roundOnShow(rounds, at).round });
  return sumQuarantineCounts([...others.values(), ...freeze.setAside]);
}

/** Counts the votes of each activity that wait for a decision. */
export async function countByActivity(
  db: Kysely<DB>,
): Promise<readonly { readonly activity: string; readonly quarantined: number }[]> {
  const { rows } = await sql<{ activity: string; quarantined: number }>`
    select activity_id as activity, sum(quarantined)::bigint as quarantined
      from candidate_quarantine group by activity_id`.execute(db);
  return rows;
}

/** Sums the counts of several idols. */
export function sumQuarantineCounts(each: Iterable<QuarantineCounts>): QuarantineCounts {
  const sum = { quarantined: 0, released: 0, voided: 0 };
  for (const { quarantined, released, voided } of each) {
    sum.quarantined += quarantined;
    sum.released += released;
    sum.voided += voided;
  }
  return sum;
}
