import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Activity } from '../activities.view.ts';
import { type Suspicion, suspicions } from '../votes.store.ts';

type Votes = DataOf<Contract['GET /operator/api/v1/votes/quarantined']>;
type Clusters = DataOf<Contract['GET /operator/api/v1/votes/clusters']>;

type Question = {
  readonly activity: Activity;
  readonly suspicion?: Suspicion | undefined;
  readonly idolId?: string | undefined;
  readonly clusterId?: string | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
};

const hourMs = 60 * 60_000;

/** Votes of an activity that nobody has decided about. Those of fast fans are together by their fan. */
function waiting({ activity, suspicion, idolId, clusterId }: Question) {
  const flag = suspicion === undefined ? null : suspicions.indexOf(suspicion) + 1;
  return sql`
    select * from (
      select t.id, t.amount, t.flag, t.received_at, q.name as idol_id, q.round, f.id as fan_id, f.account_id, f.nickname,
             coalesce(c.cluster_id::text, f.account_id) as cluster_id
        from ledger.transfer t
        join ledger.pool q on q.id = t.pool
        join fan f on f.id = t.fan
        left join clustered_vote c on c.vote_id = t.id
       where t.book = ${activity.period} and t.flag is not null
         and not exists (select from decided_vote d where d.vote_id = t.id)) w
     where (${flag}::smallint is null or flag = ${flag}) and (${idolId ?? null}::text is null or idol_id = ${idolId ?? null})
       and (${clusterId ?? null}::text is null or cluster_id = ${clusterId ?? null})`;
}

type VoteRow = {
  id: number;
  amount: number;
  flag: number;
  received_at: Date;
  idol_id: string;
  round: number;
  account_id: string;
  nickname: string;
  cluster_id: string;
};

/** One page of the votes in quarantine, oldest first. */
export async function listQuarantinedVotes(
  db: Kysely<DB>,
  question: Question & { readonly language: Language },
): Promise<Votes> {
  const { activity, language, pageNum, pageSize } = question;
  const { rows } = await sql<VoteRow>`
    select * from (${waiting(question)}) w order by id limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(
    db,
  );
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (${waiting(question)}) w`.execute(db);
  const list = rows.map((row) => ({
    voteId: String(row.id),
    activityId: activity.id,
    round: row.round,
    idolId: row.idol_id,
    idolName: activity.candidates.get(row.idol_id)?.name[language] ?? '',
    num: row.amount,
    accountId: row.account_id,
    nickname: row.nickname,
    suspicion: suspicionOf(row.flag),
    clusterId: row.cluster_id,
    castAt: row.received_at.toISOString(),
    decidedAtLatest: decidedAtLatest(activity, row.round).toISOString(),
  }));
  return { list, total: counted[0]?.total ?? 0, pageNum, pageSize };
}

type ClusterRow = {
  cluster_id: string;
  flag: number;
  fans: number;
  votes: number;
  num: number;
  first_at: Date;
  last_at: Date;
};

/** One page of the devices, addresses and fans whose votes are in quarantine, those with the most votes first. */
export async function listClusters(db: Kysely<DB>, question: Question): Promise<Clusters> {
  const { pageNum, pageSize } = question;
  const { rows } = await sql<ClusterRow>`
    select cluster_id, flag, count(distinct fan_id) as fans, count(*) as votes, sum(amount)::bigint as num,
           min(received_at) as first_at, max(received_at) as last_at
      from (${waiting(question)}) w
     group by cluster_id, flag
     order by num desc, cluster_id, flag
     limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(distinct (cluster_id, flag)) as total from (${waiting(question)}) w`.execute(db);
  const list = rows.map((row) => ({
    clusterId: row.cluster_id,
    suspicion: suspicionOf(row.flag),
    fans: row.fans,
    votes: row.votes,
    num: row.num,
    firstCastAt: row.first_at.toISOString(),
    lastCastAt: row.last_at.toISOString(),
  }));
  return { list, total: counted[0]?.total ?? 0, pageNum, pageSize };
}

function suspicionOf(flag: number): Suspicion {
  const suspicion = suspicions[flag - 1];
  if (!suspicion) throw new Error(`A vote in quarantine has the flag ${flag}`);
  return suspicion;
}

/** When the rules decide about votes of a round. */
function decidedAtLatest({ ruleSet, rounds, closesAt }: Activity, round: number): Date {
  const end = rounds.find((one) => one.round === round)?.closesAt ?? closesAt;
  return new Date(end.getTime() + (ruleSet?.document.quarantine?.decideWithinHours ?? 0) * hourMs);
}
