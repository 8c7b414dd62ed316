import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { portraitUrl } from '#/modules/art/index.ts';
import { type Activity, type Candidate, readActivities } from '#/modules/elections/index.ts';
import { reasons } from '#/modules/points/index.ts';
import { deleteObservationsOf, suspicions, suspicionWords } from '#/modules/quarantine/index.ts';
import { readConversions } from './fan-votes.view.ts';
import { voteReceipt } from './vote-receipt.ts';

type Records = DataOf<Contract['GET /activity/api/v1/vote/voteRecord']>;
type VoteState = Records['list'][number]['state'];

/** Selects votes of a fan by activity and receiver. */
export type RecordsQuery = {
  readonly fan: { readonly id: number; readonly accountId: string };
  readonly activities: readonly Activity[];
  readonly idolId?: string | undefined;
  readonly state?: VoteState | undefined;
  readonly language: Language;
  readonly pageNum: number;
  readonly pageSize: number;
};

type Row = {
  id: number;
  book: number;
  pool: number;
  amount: number;
  free: number;
  key: string;
  salt: Buffer;
  received_at: Date;
  rules_hash: string | null;
  state: VoteState;
  flag: number | null;
  decided_for: string | null;
  by_rule: boolean | null;
  decided_at: Date | null;
  total: number;
  sums: Partial<Records['sums']> | null;
};

/** The result of a page beyond the last one. */
type NoRow = Pick<Row, 'total' | 'sums'> & { id: null };

/** A page of a fan's votes in the given activities, newest first, from the ledger. */
export async function readVoteRecords(db: Kysely<DB>, query: RecordsQuery) {
  const { activities, idolId, state = null, fan, pageNum, pageSize, language } = query;
  const stands = new Map<number, { activity: Activity; candidate: Candidate }>();
  for (const activity of activities) {
    for (const candidate of activity.candidates.values()) {
      if (idolId === undefined || candidate.idolId === idolId) {
        for (const { pool, quarantinePool } of candidate.tallies) {
          stands.set(pool, { activity, candidate });
          stands.set(quarantinePool, { activity, candidate });
        }
      }
    }
  }
  const { rows } = await sql<Row | NoRow>`
    with own as (
      select t.*, c.reason->>${language} as decided_for, c.by_rule, c.decided_at,
             case when t.flag is null then 'counted' else coalesce(c.verdict, 'quarantined') end as state
        from ledger.transfer t
        left join decided_vote d on t.flag is not null and d.vote_id = t.id
        left join vote_decision c on c.id = d.decision_id
       where t.book = any(${activities.map((activity) => activity.period)}::int[]) and t.fan = ${fan.id}
         and t.reason = ${reasons.vote.code} and t.pool = any(${[...stands.keys()]}::bigint[])
    ),
    asked as (select * from own where ${state}::text is null or state = ${state}),
    page as (
      select v.id, v.book, v.pool, v.amount, coalesce(f.amount, 0) as free, v.key, v.salt, v.received_at, v.state, v.flag,
             v.decided_for, v.by_rule, v.decided_at,
             (select encode(r.hash, 'hex') from rule_set r where r.id = v.rule_set) as rules_hash
        from (select * from asked order by id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}) v
        left join ledger.transfer f
          on f.book = v.book and f.fan = v.fan and f.unit = v.unit and f.key = v.key and f.leg = 1
    )
    select page.*, counted.total, counted.sums
      from (select (select count(*) from asked) as total,
                   (select jsonb_object_agg(state, votes)
                      from (select state, sum(amount) as votes from own group by state) s) as sums) counted
      left join page on true
     order by page.id desc`.execute(db);
  const listed = rows.filter((row): row is Row => row.id !== null);
  const list = listed.flatMap((row) => {
    const stand = stands.get(row.pool);
    return stand ? [record(row, stand, fan.accountId, language)] : [];
  });
  const sums = { ...none, ...rows[0]?.sums };
  return { list, total: rows[0]?.total ?? 0, sums, pageNum, pageSize };
}

const none: Records['sums'] = { counted: 0, quarantined: 0, released: 0, voided: 0 };

function quarantineOf(
  { flag, decided_for: reason, by_rule: isByRule, decided_at: decidedAt }: Row,
  language: Language,
) {
  const suspicion = flag === null ? undefined : suspicions[flag - 1];
  if (!suspicion) return null;
  const decision =
    reason !== null && decidedAt ? { reason, isByRule: isByRule === true, decidedAt: decidedAt.toISOString() } : null;
  return { suspicion, why: suspicionWords[suspicion][language], decision };
}

function record(
  row: Row,
  { activity, candidate }: { activity: Activity; candidate: Candidate },
  accountId: string,
  language: Language,
) {
  const voteId = String(row.id);
  return {
    voteId,
    activityId: activity.id,
    idolId: candidate.idolId,
    idolName: candidate.name[language],
    isWithdrawn: candidate.isWithdrawn,
    portraitUrl: portraitUrl(candidate.portraitSeed),
    num: row.amount,
    freeVotes: row.free,
    castAt: row.received_at.toISOString(),
    state: row.state,
    setAside: quarantineOf(row, language),
    receipt: voteReceipt({
      voteId,
      activityId: activity.id,
      period: activity.period,
      idolId: candidate.idolId,
      num: row.amount,
      receivedAt: row.received_at,
      accountId,
      key: row.key,
      salt: row.salt,
      rulesHash: row.rules_hash,
    }),
  };
}

/** Conversions are personal data of this module; the votes are in the ledger. */
export const ballotPersonalData: PersonalData = {
  erased: ['vote_observation', 'vote_pace'],
  kept: {
    ticket_conversion: 'A conversion explains a posting of the ledger, under the same key.',
    vote_cluster: 'A device or an address by a keyed hash, without any fan, until its window is over.',
    conversion_day: 'What tickets were worth follows from how many were converted on the day.',
  },
  erase: (tx, { id }) => deleteObservationsOf(tx, id),
  async copy(db, { fan, language, mostRows }) {
    const page = { pageNum: 1, pageSize: mostRows };
    const votes = await readVoteRecords(db, { fan, language, activities: await readActivities(db), ...page });
    const conversions = await readConversions(db, { fanId: fan.id, ...page });
    return {
      votes: { total: votes.total, rows: votes.list },
      conversions: { total: conversions.total, rows: conversions.list },
    };
  },
};
