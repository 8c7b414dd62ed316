import { createHash, randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { poolKinds } from '#/db/pool-kinds.ts';
import type { DB } from '#/db/schema.ts';
import type { SongEvent } from '#/modules/content/index.ts';
import { reasons } from '#/modules/points/index.ts';
import type { SimulatedFan } from './plan-votes.ts';
import { lockClasses } from '#/db/lock-classes.ts';

/** A vote to be cast. */
type SimulatedVote = {
  readonly fanId: number;
  readonly pool: number;
  readonly num: number;
  readonly receivedAt: Date;
  readonly joinedAt: Date;
};

/** A shard that no server writes to, so that voters do not wait for a simulation. */
const simulationShard = 1000;

/** Inserts the fans and returns their ids in order. */
export async function insertFans(
  tx: Transaction<DB>,
  fans: readonly SimulatedFan[],
  createdAt: Date,
): Promise<number[]> {
  const rows = await tx
    .insertInto('fan')
    .values(
      fans.map((fan) => ({
        account_id: fan.accountId,
        fan_code: fan.fanCode,
        kind: 'web2',
        nickname: fan.nickname,
        language: fan.language,
        avatar_seed: fan.avatarSeed,
        simulated: true,
        // No person is behind them, so showing them exposes none.
        shows_support: true,
        created_at: createdAt,
      })),
    )
    .returning(['id', 'account_id'])
    .execute();
  const ids = new Map(rows.map((row) => [row.account_id, row.id]));
  return fans.map((fan) => ids.get(fan.accountId) ?? Number.NaN);
}

/** Reads the tally pools of an activity's candidates in its first round. */
export async function readTallyPools(tx: Transaction<DB>, activityId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('candidate')
    .innerJoin('candidate_tally as tally', (join) =>
      join
        .onRef('tally.activity_id', '=', 'candidate.activity_id')
        .onRef('tally.idol_id', '=', 'candidate.idol_id')
        .on('tally.round', '=', 1),
    )
    .select(['candidate.idol_id as idolId', 'tally.pool'])
    .where('candidate.activity_id', '=', activityId)
    .where('candidate.withdrawn', '=', false)
    .execute();
  return new Map(rows.flatMap(({ idolId, pool }) => (pool === null ? [] : [[idolId, pool] as const])));
}

/** Casts votes of different fans by the ledger's own function. The keys derive from the votes, so none can count twice. */
export async function castVotes(
  tx: Transaction<DB>,
  { period, name, votes }: { period: number; name: string; votes: readonly SimulatedVote[] },
): Promise<void> {
  const { rows } = await sql<{ refused: number }>`
    select count(*) filter (where verdict <> 'cast')::integer as refused from ledger.cast_vote_batch(
      ${period}::integer, 1::smallint, ${simulationShard}::smallint,
      ${votes.map((_, index) => keyOf(`${name}/${index}`))}::uuid[],
      ${votes.map((vote) => vote.fanId)}::bigint[], ${votes.map((vote) => vote.pool)}::bigint[],
      ${votes.map((vote) => vote.num)}::bigint[],
      ${votes.map((vote) => vote.receivedAt.toISOString())}::timestamptz[],
        ${votes.map(() => randomBytes(16))}::bytea[],
      ${votes.map((vote) => vote.joinedAt.toISOString())}::timestamptz[],
        ${votes.map(() => null)}::smallint[])`.execute(tx);
  if (rows[0]?.refused !== 0) throw new Error(`The ledger refused ${rows[0]?.refused} simulated votes of ${name}`);
}

/** Makes a UUID of version 8 (RFC 9562, section 5.8) from a name. */
function keyOf(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Inserts the ranking of every full hour since the opening, as it would have been at the time, in the order of live
 * rankings: more votes, then reached first, then smaller id.
 */
export async function insertSnapshots(
  tx: Transaction<DB>,
  { activityId, period, from, until }: { activityId: string; period: number; from: Date; until: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into ranking_snapshot (activity_id, taken_at, idol_id, votes, rank)
    with hour as (
      select generate_series(date_trunc('hour', ${from}::timestamptz, 'UTC') + interval '1 hour', ${until}::timestamptz,
                             interval '1 hour') as taken_at
    ), cast_in_hour as (
      select pool, date_trunc('hour', received_at, 'UTC') + interval '1 hour' as taken_at, sum(amount) as votes,
             max(received_at) as last_at
        from ledger.transfer
       where book = ${period} and reason = ${reasons.vote.code}
       group by 1, 2
    ), standing as (
      select hour.taken_at, c.idol_id, coalesce(sum(v.votes) over so_far, 0)::bigint as votes,
        max(v.last_at) over so_far as reached_at
        from candidate c
        join candidate_tally t on t.activity_id = c.activity_id and t.idol_id = c.idol_id and t.round = 1
       cross join hour
        left join cast_in_hour v on v.pool = t.pool and v.taken_at = hour.taken_at
       where c.activity_id = ${activityId} and not c.withdrawn
      window so_far as (partition by c.idol_id order by hour.taken_at)
    )
    select ${activityId}, taken_at, idol_id, votes,
           row_number() over (partition by taken_at order by votes desc, reached_at nulls first, idol_id::bigint)
      from standing
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Closes an activity of one round and stores its result, as the server does after the close. */
export async function settleRound(
  tx: Transaction<DB>,
  { activityId, period, settledAt }: { activityId: string; period: number; settledAt: Date },
): Promise<void> {
  await sql`select ledger.close_period(${period}::integer, ${settledAt})`.execute(tx);
  const { rows } = await sql<{ isSettled: boolean }>`
    select settle_round(${activityId}, 1::smallint, ${settledAt}) as "isSettled"`.execute(tx);
  if (!rows[0]?.isSettled) throw new Error(`The simulated activity ${activityId} cannot be settled`);
}

type Event = Pick<SongEvent, 'id' | 'timeZone' | 'dailyCap'>;

export type SimulatedNomination = { readonly fanId: number; readonly songId: string; readonly nominatedAt: Date };

export async function listSimulatedFans(tx: Transaction<DB>): Promise<number[]> {
  const rows = await tx.selectFrom('fan').select('id').where('simulated', '=', true).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Lists the songs of the final by their nominations. */
export async function listFinalists(tx: Transaction<DB>, eventId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('song_finalist')
    .select('song_id as songId')
    .where('event_id', '=', eventId)
    .orderBy('song_id')
    .execute();
  return rows.map(({ songId }) => songId);
}

/** Inserts nominations and counts them; one per fan, song and day. */
export async function insertNominations(
  tx: Transaction<DB>,
  event: Event,
  nominations: readonly SimulatedNomination[],
): Promise<void> {
  await sql`
    with nomination as (
      insert into song_nomination (fan_id, event_id, song_id, day, nominated_at)
      select fan_id, ${event.id}, song_id, (nominated_at at time zone ${event.timeZone})::date, nominated_at
        from unnest(${nominations.map(({ fanId }) => fanId)}::bigint[],
          ${nominations.map(({ songId }) => songId)}::text[],
                    ${nominations.map(({ nominatedAt }) => nominatedAt.toISOString())}::timestamptz[])
               as n (fan_id, song_id, nominated_at)
      on conflict do nothing
      returning song_id, nominated_at
    )
    insert into song_nomination_shard as s (song_id, shard, nominations, last_at)
    select song_id, ${simulationShard}, count(*), max(nominated_at) from nomination group by song_id
    on conflict (song_id, shard) do update
       set nominations = s.nominations + excluded.nominations,
         last_at = greatest(s.last_at, excluded.last_at)`.execute(tx);
}

type SimulatedSongVotes = {
  readonly key: string;
  readonly votedAt: Date;
  readonly votes: readonly { fanId: number; songId: string; num: number; transferId: string }[];
};

/** Inserts votes of a final that were posted together, each of another fan. */
export async function insertSongVotes(
  tx: Transaction<DB>,
  { id, timeZone, dailyCap = null }: { id: string; timeZone: string; dailyCap?: number | null | undefined },
  { key, votedAt, votes }: SimulatedSongVotes,
): Promise<void> {
  await sql`
    with vote as (
      insert into song_vote (fan_id, event_id, song_id, votes, day, key, transfer, voted_at)
      select fan_id, ${id}, song_id, votes, (${votedAt}::timestamptz at time zone ${timeZone})::date, ${key}::uuid,
        transfer,
             ${votedAt}
        from unnest(${votes.map(({ fanId }) => fanId)}::bigint[], ${votes.map(({ songId }) => songId)}::text[],
                    ${votes.map(({ num }) => num)}::bigint[], ${votes.map(({ transferId }) => transferId)}::bigint[])
               as v (fan_id, song_id, votes, transfer)
      returning fan_id, event_id, day, votes
    )
    insert into song_vote_day as d (fan_id, event_id, day, votes, most)
    select fan_id, event_id, day, votes, ${dailyCap}::bigint from vote
    on conflict (fan_id, event_id, day) do update set votes = d.votes + excluded.votes`.execute(tx);
}

/** A shard that no server and no simulated history writes to, so that it counts the crowd's votes. */
const crowdShard = 1001;

/** Locks the crowd of a period; returns whether this transaction alone moves it. The lock ends with the transaction. */
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

/** Reads what the ledger knows about a crowd; undefined before its period is defined. */
export async function readCrowd(tx: Transaction<DB>, period: number): Promise<Crowd | undefined> {
  const { rows } = await sql<Crowd>`
    select d.opens_at as "opensAt", d.closes_at as "closesAt", coalesce(sum(s.transfers), 0)::bigint as votes,
           max(s.last_at) as "lastAt"
      from ledger.period d
      left join ledger.pool p on p.period = d.id and p.kind = ${poolKinds.tally}
      left join ledger.pool_shard s on s.pool = p.id and s.shard = ${crowdShard}
     where d.id = ${period} and d.status = 'open'
     group by d.id`.execute(tx);
  return rows[0];
}

export type CrowdFan = { readonly id: number; readonly joinedAt: Date };

/** Finds the simulated fan at a place from 0 to below 1 in the order of their ids; undefined without simulated fans. */
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
  const { rows } = await sql<{ verdict: string }>`
    select verdict from ledger.cast_vote_batch(
      ${period}::integer, 1::smallint, ${crowdShard}::smallint, array[${key}]::uuid[], array[${fan.id}]::bigint[],
      array[${pool}]::bigint[], array[${num}]::bigint[], array[${receivedAt.toISOString()}]::timestamptz[],
      array[${randomBytes(16)}]::bytea[], array[${fan.joinedAt.toISOString()}]::timestamptz[],
      array[null]::smallint[])`.execute(tx);
  return rows[0]?.verdict === 'cast';
}
