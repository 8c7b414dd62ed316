import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { lockClasses } from '#/db/lock-classes.ts';
import type { DB } from '#/db/schema.ts';

/** A shard that no server and no simulated history writes to, so that it counts the crowd's votes. */
const crowdShard = 1001;

/** Whether this transaction alone moves the crowd of a period; the lock ends with it. */
export async function holdCrowd(tx: Transaction<DB>, period: number): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_xact_lock(${lockClasses.simulatedCrowd}, ${period}) as "isHeld"`.execute(tx);
  return rows[0]?.isHeld ?? false;
}

type Crowd = {
  readonly opensAt: Date;
  readonly closesAt: Date;
  /** The votes that it has cast, by their number. */
  readonly votes: number;
  readonly lastAt: Date | null;
};

/** What the ledger knows about a crowd; undefined before its period is defined. */
export async function readCrowd(tx: Transaction<DB>, period: number): Promise<Crowd | undefined> {
  const { rows } = await sql<Crowd>`
    select d.opens_at as "opensAt", d.closes_at as "closesAt", coalesce(sum(s.transfers), 0)::bigint as votes,
           max(s.last_at) as "lastAt"
      from ledger.period d
      left join ledger.pool p on p.period = d.id and p.kind = 'tally'
      left join ledger.pool_shard s on s.pool = p.id and s.shard = ${crowdShard}
     where d.id = ${period} and d.status = 'open'
     group by d.id`.execute(tx);
  return rows[0];
}

export type CrowdFan = { readonly id: number; readonly joinedAt: Date };

/** The simulated fan at a place from 0 to below 1 in the order of their ids; undefined without simulated fans. */
export async function findCrowdFan(tx: Transaction<DB>, place: number): Promise<CrowdFan | undefined> {
  return tx
    .selectFrom('fan')
    .select(['id', 'created_at as joinedAt'])
    .where('simulated', '=', true)
    .orderBy('id')
    .offset(sql<number>`floor(${place}::double precision * (select count(*) from fan where simulated))::bigint`)
    .limit(1)
    .executeTakeFirst();
}

/** Casts a vote by the ledger's own function. Returns false if the rules refuse it. */
export async function castCrowdVote(
  tx: Transaction<DB>,
  vote: { period: number; key: string; fan: CrowdFan; pool: number; num: number; receivedAt: Date },
): Promise<boolean> {
  const { period, key, fan, pool, num, receivedAt } = vote;
  const { rows } = await sql<{ result: number }>`
    select result from ledger.cast_votes(
      ${period}::integer, 1::smallint, ${crowdShard}::smallint, array[${key}]::uuid[], array[${fan.id}]::bigint[],
      array[${pool}]::bigint[], array[${num}]::bigint[], array[${receivedAt.toISOString()}]::timestamptz[],
      array[${randomBytes(16)}]::bytea[], array[${fan.joinedAt.toISOString()}]::timestamptz[],
      array[null]::smallint[])`.execute(tx);
  return rows[0]?.result === 0;
}
