import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { isVisible } from '#/db/visible-in-snapshot.ts';
import type { Activity } from '#/modules/elections/index.ts';
import { isUuid } from '#/lib/uuid.ts';
import { type Suspicion, suspicions } from './suspicion.ts';

type Votes = DataOf<Contract['GET /operator/api/v1/votes/quarantined']>;
type Clusters = DataOf<Contract['GET /operator/api/v1/votes/clusters']>;

/** Selects votes in quarantine. */
type Choice = {
  readonly activity: Pick<Activity, 'period'>;
  readonly suspicion?: Suspicion | undefined;
  readonly idolId?: string | undefined;
  readonly clusterId?: string | undefined;
};

type Question = Choice & { readonly activity: Activity; readonly pageNum: number; readonly pageSize: number };

const hourMs = 60 * 60_000;

/** Undecided votes of an activity. Votes of fast fans are grouped by fan. */
function waiting({ activity, suspicion, idolId, clusterId }: Choice) {
  const flag = suspicion === undefined ? null : suspicions.indexOf(suspicion) + 1;
  return sql`
    select t.id, t.amount, t.flag, t.received_at, q.name as idol_id, q.round, f.id as fan_id, f.account_id, f.nickname,
           coalesce(c.cluster_id::text, f.account_id) as cluster_id
      from ledger.transfer t
      join ledger.pool q on q.id = t.pool
      join fan f on f.id = t.fan
      left join clustered_vote c on c.vote_id = t.id
     where t.book = ${activity.period} and t.flag is not null
       and not exists (select from decided_vote d where d.vote_id = t.id)
       and (${flag}::smallint is null or t.flag = ${flag}) and (${idolId ?? null}::text is null or q.name = ${idolId ?? null})
       and ${isInCluster(clusterId)}`;
}

/** Each kind of cluster has an indexed column, so that a cluster is found without a scan of the election's votes. */
function isInCluster(clusterId: string | undefined) {
  if (clusterId === undefined) return sql`true`;
  if (isUuid(clusterId)) return sql`c.cluster_id = ${clusterId}::uuid`;
  return sql`f.account_id = ${clusterId} and c.vote_id is null`;
}

/** The number of undecided votes. */
export async function countWaiting(db: Kysely<DB>, choice: Choice): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${waiting(choice)}) w`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The ids of the oldest undecided votes. */
export async function listWaitingIds(
  db: Kysely<DB>,
  { most, ...choice }: Choice & { readonly most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (${waiting(choice)}) w order by id limit ${most}`.execute(db);
  return rows.map(({ id }) => String(id));
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
  const total = await countWaiting(db, question);
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
  return { list, total, pageNum, pageSize };
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

/** When the rules decide the votes of a round. */
function decidedAtLatest({ ruleSet, rounds, closesAt }: Activity, round: number): Date {
  const end = rounds.find((one) => one.round === round)?.closesAt ?? closesAt;
  return new Date(end.getTime() + (ruleSet?.document.quarantine?.decideWithinHours ?? 0) * hourMs);
}

type Decisions = DataOf<Contract['GET /activity/api/v1/vote/decisions']>;

type Row = Omit<Decisions['list'][number], 'decidedAt'> & { decidedAt: Date };

/**
 * One page of an activity's public decisions, newest first.
 * @param question `seen` is the snapshot of a display freeze: a decision is shown if the votes it moved are
 */
export async function readDecisions(
  db: Kysely<DB>,
  question: {
    activity: Pick<Activity, 'id'>;
    language: Language;
    seen: string | undefined;
    pageNum: number;
    pageSize: number;
  },
): Promise<Omit<Decisions, 'totals'>> {
  const { activity, language, seen, pageNum, pageSize } = question;
  const shown = sql`c.activity_id = ${activity.id} and ${isVisible('c.xid', seen)}`;
  const { rows } = await sql<Row>`
    select c.id::text as "decisionId", c.verdict, c.reason->>${language} as reason, c.by_rule as "isByRule",
           c.decided_at as "decidedAt", (select sum(d.num) from decided_vote d where d.decision_id = c.id)::bigint as num
      from vote_decision c
     where ${shown}
     order by c.id desc
     limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from vote_decision c where ${shown}`.execute(db);
  const list = rows.map(({ decidedAt, ...row }) => ({ ...row, decidedAt: decidedAt.toISOString() }));
  return { list, total: counted[0]?.total ?? 0, pageNum, pageSize };
}
