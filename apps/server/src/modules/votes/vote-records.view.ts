import type { Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { portraitUrl } from '#/modules/art/index.ts';
import type { Activity, Candidate } from './activities.view.ts';
import { voteReceipt } from './vote-receipt.ts';

type RecordsQuery = {
  readonly fan: { readonly id: number; readonly accountId: string };
  readonly activities: readonly Activity[];
  readonly idolId?: string | undefined;
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
  total: number;
};

/** One page of a fan's votes in the given activities, newest first, straight from the ledger. */
export async function readVoteRecords(db: Kysely<DB>, query: RecordsQuery) {
  const { activities, idolId, fan, pageNum, pageSize, language } = query;
  const stands = new Map<number, { activity: Activity; candidate: Candidate }>();
  for (const activity of activities) {
    for (const candidate of activity.candidates.values()) {
      if (idolId === undefined || candidate.idolId === idolId) stands.set(candidate.pool, { activity, candidate });
    }
  }
  const { rows } = await sql<Row>`
    select v.id, v.book, v.pool, v.amount, coalesce(f.amount, 0) as free, v.key, v.salt, v.received_at, count(*) over () as total
      from ledger.transfer v
      left join ledger.transfer f
        on f.book = v.book and f.fan = v.fan and f.unit = v.unit and f.key = v.key and f.leg = 1
     where v.book = any(${activities.map((activity) => activity.period)}::int[]) and v.fan = ${fan.id} and v.reason = 10
       and v.pool = any(${[...stands.keys()]}::bigint[])
     order by v.id desc
     limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  const list = rows.flatMap((row) => {
    const stand = stands.get(row.pool);
    return stand ? [record(row, stand, fan.accountId, language)] : [];
  });
  return { list, total: rows[0]?.total ?? 0, pageNum, pageSize };
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
    portraitUrl: portraitUrl(candidate.portraitSeed),
    num: row.amount,
    freeVotes: row.free,
    castAt: row.received_at.toISOString(),
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
    }),
  };
}
