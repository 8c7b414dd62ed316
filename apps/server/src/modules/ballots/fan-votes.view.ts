import { type Kysely, sql } from 'kysely';
import type { Contract, DataOf, Language, VoteLimits } from '@lightstick/contract';
import { limitTo, type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import { addDays, localDateAt, startOfLocalDate } from '#/lib/local-date.ts';
import { type Activity, type Candidate, readActivities, ruleSetRows } from '#/modules/elections/index.ts';
import { balanceRows, reasons } from '#/modules/points/index.ts';
import type { PersonalData } from '#/services.ts';
import { portraitUrl } from '#/modules/art/index.ts';
import { deleteObservationsOf, joinDecision, suspicionOf, suspicionWords } from '#/modules/quarantine/index.ts';
import { ticketsConvertedOn } from './conversions.store.ts';
import { voteReceipt } from './vote-receipt.ts';

type VoteNum = DataOf<Contract['GET /activity/api/v1/vote/getUserVoteNum']>;
type VoteNumRow = Pick<VoteNum, 'votes' | 'tickets' | 'usedToday' | 'freeVotesToday'> & { readonly shown: VoteLimits };

/** Reads what a fan can still cast in an activity by the ledger's formula. The day is the activity's at that moment. */
export async function readVoteNum(
  db: Kysely<DB>,
  { fan, activity, at }: { fan: { readonly id: number; readonly joinedAt: Date }; activity: Activity; at: Date },
): Promise<VoteNum> {
  const { rows } = await sql<VoteNumRow>`
    select coalesce(v.balance - v.held, 0) as votes,
           coalesce((select t.balance - t.held from ${balanceRows} t
                      where t.asset = ${activity.ticketAsset} and t.fan = ${fan.id}), 0) as tickets,
           l.day_votes as "usedToday", l.free as "freeVotesToday", l.shown
      from ledger.period p
      left join ledger.account v on v.unit = p.unit and v.fan = ${fan.id}
     cross join ledger.vote_limits(p, v.day, v.day_votes, v.day_free, v.ending_step, v.ending_votes, ${at},
                                   ${fan.joinedAt}, null) l
     where p.id = ${activity.period}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`Activity ${activity.id} has no period`);
  const day = localDateAt(at, activity.timeZone);
  return {
    votes: row.votes,
    tickets: row.tickets,
    freeVotesToday: row.freeVotesToday,
    usedToday: row.usedToday,
    dailyCap: activity.dailyCap,
    ticketsToday: await ticketsConvertedOn(db, { fanId: fan.id, activityId: activity.id, day }),
    dayEndsAt: startOfLocalDate(addDays(day, 1), activity.timeZone).toISOString(),
    ...row.shown,
  };
}

/** Counts the votes that a fan has cast within a time, in all elections, free ones included. */
export async function countVotes(
  db: Kysely<DB>,
  { fanId, from, until }: { fanId: number; from: Date; until: Date },
): Promise<number> {
  const { rows } = await sql<{ votes: number }>`
    select coalesce(sum(t.amount), 0)::bigint as votes
      from ledger.period p
      join ledger.transfer t on t.book = p.id and t.fan = ${fanId} and t.unit = p.unit
     where p.opens_at < ${until} and p.closes_at > ${from}
       and t.reason = ${reasons.vote.code} and t.received_at >= ${from} and t.received_at < ${until}`.execute(db);
  return rows[0]?.votes ?? 0;
}

type ConversionRow = { id: number; activity_id: string; tickets: number; votes: number; converted_at: Date };

/** Reads one page of a fan's conversions of tickets, newest first. */
export async function readConversions(
  db: Kysely<DB>,
  { fanId, activityId, ...asked }: PageRequest & { fanId: number; activityId?: string | undefined },
) {
  const own = sql`fan_id = ${fanId} and ${activityId === undefined ? sql`true` : sql`activity_id = ${activityId}`}`;
  const page = await readPage(db, asked, {
    rows: sql<ConversionRow>`
      select id, activity_id, tickets, votes, converted_at from ticket_conversion where ${own} order by id desc`,
    total: sql<{ total: number }>`select count(*) as total from ticket_conversion where ${own}`,
  });
  const list = page.list.map((row) => ({
    transferId: String(row.id),
    activityId: row.activity_id,
    tickets: row.tickets,
    votes: row.votes,
    transferredAt: row.converted_at.toISOString(),
  }));
  return { ...page, list };
}

type Records = DataOf<Contract['GET /activity/api/v1/vote/voteRecord']>;
type VoteState = Records['list'][number]['state'];

/** Selects votes of a fan by activity and receiver. */
export type RecordsQuery = PageRequest & {
  readonly fan: { readonly id: number; readonly accountId: string };
  readonly activities: readonly Activity[];
  readonly idolId?: string | undefined;
  readonly state?: VoteState | undefined;
  readonly language: Language;
};

type RecordRow = {
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
type NoRow = Pick<RecordRow, 'total' | 'sums'> & { id: null };

/** Reads a page of a fan's votes in the given activities, newest first, from the ledger. */
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
  const { rows } = await sql<RecordRow | NoRow>`
    with own as (
      select t.*, c.reason->>${language} as decided_for, c.by_rule, c.decided_at,
             case when t.flag is null then 'counted' else coalesce(c.verdict, 'quarantined') end as state
        from ledger.transfer t
        ${joinDecision}
       where t.book = any(${activities.map((activity) => activity.period)}::int[]) and t.fan = ${fan.id}
         and t.reason = ${reasons.vote.code} and t.pool = any(${[...stands.keys()]}::bigint[])
    ),
    asked as (select * from own where ${state}::text is null or state = ${state}),
    shown as (
      select v.id, v.book, v.pool, v.amount, coalesce(f.amount, 0) as free, v.key, v.salt, v.received_at, v.state,
        v.flag,
             v.decided_for, v.by_rule, v.decided_at,
             (select encode(r.hash, 'hex') from ${ruleSetRows} r where r.id = v.rule_set) as rules_hash
        from (select * from asked order by id desc ${limitTo(query)}) v
        left join ledger.transfer f
          on f.book = v.book and f.fan = v.fan and f.unit = v.unit and f.key = v.key and f.leg = 1
    )
    select shown.*, counted.total, counted.sums
      from (select (select count(*) from asked) as total,
                   (select jsonb_object_agg(state, votes)
                      from (select state, sum(amount) as votes from own group by state) s) as sums) counted
      left join shown on true
     order by shown.id desc`.execute(db);
  const listed = rows.filter((row): row is RecordRow => row.id !== null);
  const list = listed.flatMap((row) => {
    const stand = stands.get(row.pool);
    return stand ? [record(row, stand, fan.accountId, language)] : [];
  });
  const sums = { ...none, ...rows[0]?.sums };
  return { list, total: rows[0]?.total ?? 0, sums, pageNum, pageSize };
}

const none: Records['sums'] = { counted: 0, quarantined: 0, released: 0, voided: 0 };

function quarantineOf(
  { flag, decided_for: reason, by_rule: isByRule, decided_at: decidedAt }: RecordRow,
  language: Language,
) {
  const suspicion = flag === null ? undefined : suspicionOf(flag);
  if (!suspicion) return null;
  const decision =
    reason !== null && decidedAt ? { reason, isByRule: isByRule === true, decidedAt: decidedAt.toISOString() } : null;
  return { suspicion, why: suspicionWords[suspicion][language], decision };
}

function record(
  row: RecordRow,
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
