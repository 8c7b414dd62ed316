import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import { isVisible } from '#/db/visible-in-snapshot.ts';
import { isUuid } from '#/lib/uuid.ts';
import { type Activity, activityRows } from '#/modules/elections/index.ts';
import { faceRows } from '#/modules/identity/index.ts';
import { type Suspicion, suspicionFlags, suspicionOf } from './suspicion.ts';

type Votes = DataOf<Contract['GET /operator/api/v1/votes/quarantined']>;
type Clusters = DataOf<Contract['GET /operator/api/v1/votes/clusters']>;

/** Selects votes in quarantine. */
type QuarantineFilter = {
  readonly activity: Pick<Activity, 'period'>;
  readonly suspicion?: Suspicion | undefined;
  readonly idolId?: string | undefined;
  readonly clusterId?: string | undefined;
};

type QuarantinedVotesQuery = QuarantineFilter & PageRequest & { readonly activity: Activity };

const hourMs = 60 * 60_000;

/** Selects the undecided votes of an activity. Votes of fast fans are grouped by fan. */
function waiting({ activity, suspicion, idolId, clusterId }: QuarantineFilter) {
  const flag = suspicion === undefined ? null : suspicionFlags[suspicion];
  return sql`
    select t.id, t.amount, t.flag, t.received_at, q.name as idol_id, q.round, f.id as fan_id, f.account_id, f.nickname,
           coalesce(c.cluster_id::text, f.account_id) as cluster_id
      from ledger.transfer t
      join ledger.pool q on q.id = t.pool
      join ${faceRows} f on f.id = t.fan
      left join clustered_vote c on c.vote_id = t.id
     where t.book = ${activity.period} and t.flag is not null
       and not exists (select from decided_vote d where d.vote_id = t.id)
       and (${flag}::smallint is null or t.flag = ${flag})
         and (${idolId ?? null}::text is null or q.name = ${idolId ?? null})
       and ${isInCluster(clusterId)}`;
}

/** Joins the decision `c` about the vote `t`, a transfer of the ledger; few votes have a flag, and only those are looked up. */
export const joinDecision = sql`
  left join decided_vote d on t.flag is not null and d.vote_id = t.id
  left join vote_decision c on c.id = d.decision_id`;

/**
 * Returns the condition of a cluster. Each kind has an indexed column, so that a cluster is found without a scan of the
 * election's votes.
 */
function isInCluster(clusterId: string | undefined) {
  if (clusterId === undefined) return sql`true`;
  if (isUuid(clusterId)) return sql`c.cluster_id = ${clusterId}::uuid`;
  return sql`f.account_id = ${clusterId} and c.vote_id is null`;
}

type TextInBothLanguages = Activity['title'];

type DecidedFans = {
  readonly decisionId: string;
  readonly activityId: string;
  readonly title: TextInBothLanguages;
  readonly fans: readonly { readonly fanId: number; readonly num: number }[];
};

/** Returns whose votes one decision has decided, with their number. */
export async function listDecidedFans(db: Kysely<DB>, voteIds: readonly string[]): Promise<DecidedFans> {
  const { rows } = await sql<DecidedFans>`
    select decided."decisionId", a.id as "activityId", a.title,
           jsonb_agg(jsonb_build_object('fanId', decided.fan, 'num', decided.num) order by decided.fan) as fans
      from (select c.id::text as "decisionId", c.activity_id, t.fan, sum(d.num)::bigint as num
              from decided_vote d
              join vote_decision c on c.id = d.decision_id
              join ${activityRows} a on a.id = c.activity_id
              join ledger.transfer t on t.book = a.period and t.id = d.vote_id and t.flag is not null
             where d.vote_id = any(${voteIds}::bigint[])
             group by c.id, t.fan) decided
      join ${activityRows} a on a.id = decided.activity_id
     group by decided."decisionId", a.id, a.title`.execute(db);
  const [decided, ...others] = rows;
  if (!decided || others.length > 0) throw new Error('The votes were not decided by one decision');
  return decided;
}

type SetAside = {
  readonly activityId: string;
  readonly title: TextInBothLanguages;
  readonly day: string;
  readonly fanIds: readonly number[];
};

/**
 * Lists the fans whose votes came since an instant and wait for a decision, each activity once, by the day of the newest of
 * these votes in a zone. No vote of a settled round waits, so activities without another are not read.
 */
export async function listSetAside(
  db: Kysely<DB>,
  { since, timeZone }: { readonly since: Date; readonly timeZone: string },
): Promise<SetAside[]> {
  const { rows } = await sql<SetAside>`
    select waits.id as "activityId", waits.title, waits.day, jsonb_agg(waits.fan order by waits.fan) as "fanIds"
      from (select a.id, a.title, t.fan, (max(t.received_at) at time zone ${timeZone})::date::text as day
              from ${activityRows} a
              join ledger.transfer t on t.book = a.period and t.flag is not null
             where exists (select from ledger.round r where r.period = a.period and r.status <> 'settled')
               and t.received_at > ${since}
               and not exists (select from decided_vote d where d.vote_id = t.id)
             group by a.id, a.title, t.fan) waits
     group by waits.id, waits.title, waits.day
     order by waits.id, waits.day`.execute(db);
  return rows;
}

/** Counts the undecided votes. */
export async function countWaiting(db: Kysely<DB>, choice: QuarantineFilter): Promise<number> {
  const { rows } = await countOf(waiting(choice)).execute(db);
  return rows[0]?.total ?? 0;
}

const countOf = (votes: RawBuilder<unknown>) => sql<{ total: number }>`select count(*) as total from (${votes}) w`;

/** Lists the ids of the oldest undecided votes. */
export async function listWaitingIds(
  db: Kysely<DB>,
  { most, ...choice }: QuarantineFilter & { readonly most: number },
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

/** Lists one page of the votes in quarantine, oldest first. */
export async function listQuarantinedVotes(
  db: Kysely<DB>,
  question: QuarantinedVotesQuery & { readonly language: Language },
): Promise<Votes> {
  const { activity, language } = question;
  const page = await readPage(db, question, {
    rows: sql<VoteRow>`select * from (${waiting(question)}) w order by id`,
    total: countOf(waiting(question)),
  });
  const list = page.list.map((row) => ({
    voteId: String(row.id),
    activityId: activity.id,
    round: row.round,
    idolId: row.idol_id,
    idolName: activity.candidates.get(row.idol_id)?.name[language] ?? '',
    num: row.amount,
    accountId: row.account_id,
    nickname: row.nickname,
    suspicion: requireSuspicion(row.flag),
    clusterId: row.cluster_id,
    castAt: row.received_at.toISOString(),
    decidedAtLatest: decidedAtLatest(activity, row.round).toISOString(),
  }));
  return { ...page, list };
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

/** Lists one page of the devices, addresses and fans whose votes are in quarantine, those with the most votes first. */
export async function listClusters(db: Kysely<DB>, question: QuarantinedVotesQuery): Promise<Clusters> {
  const page = await readPage(db, question, {
    rows: sql<ClusterRow>`
      select cluster_id, flag, count(distinct fan_id) as fans, count(*) as votes, sum(amount)::bigint as num,
             min(received_at) as first_at, max(received_at) as last_at
        from (${waiting(question)}) w
       group by cluster_id, flag
       order by num desc, cluster_id, flag`,
    total: sql<{ total: number }>`select count(distinct (cluster_id, flag)) as total from (${waiting(question)}) w`,
  });
  const list = page.list.map((row) => ({
    clusterId: row.cluster_id,
    suspicion: requireSuspicion(row.flag),
    fans: row.fans,
    votes: row.votes,
    num: row.num,
    firstCastAt: row.first_at.toISOString(),
    lastCastAt: row.last_at.toISOString(),
  }));
  return { ...page, list };
}

function requireSuspicion(flag: number): Suspicion {
  const suspicion = suspicionOf(flag);
  if (!suspicion) throw new Error(`A vote in quarantine has the flag ${flag}`);
  return suspicion;
}

/** Returns when the rules decide the votes of a round. */
function decidedAtLatest({ ruleSet, rounds, closesAt }: Activity, round: number): Date {
  const end = rounds.find((one) => one.round === round)?.closesAt ?? closesAt;
  return new Date(end.getTime() + (ruleSet?.document.quarantine?.decideWithinHours ?? 0) * hourMs);
}

type Decisions = DataOf<Contract['GET /activity/api/v1/vote/decisions']>;

type DecisionRow = Omit<Decisions['list'][number], 'decidedAt'> & { decidedAt: Date };

/**
 * Reads one page of an activity's public decisions, newest first.
 * @param question `seen` is the snapshot of a display freeze: a decision is shown if the votes it moved are
 */
export async function readDecisions(
  db: Kysely<DB>,
  question: PageRequest & { activity: Pick<Activity, 'id'>; language: Language; seen: string | undefined },
): Promise<Omit<Decisions, 'totals'>> {
  const { activity, language, seen } = question;
  const shown = sql`c.activity_id = ${activity.id} and ${isVisible('c.xid', seen)}`;
  const page = await readPage(db, question, {
    rows: sql<DecisionRow>`
      select c.id::text as "decisionId", c.verdict, c.reason->>${language} as reason, c.by_rule as "isByRule",
             c.decided_at as "decidedAt", (select sum(d.num) from decided_vote d
             where d.decision_id = c.id)::bigint as num
        from vote_decision c
       where ${shown}
       order by c.id desc`,
    total: sql<{ total: number }>`select count(*) as total from vote_decision c where ${shown}`,
  });
  return { ...page, list: page.list.map(({ decidedAt, ...row }) => ({ ...row, decidedAt: decidedAt.toISOString() })) };
}
