import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { avatarUrlOf, portraitUrl } from '#/modules/art/index.ts';
import type { Activity, Text } from '#/modules/elections/index.ts';
import { readAvailable } from '#/modules/points/index.ts';
import { deleteFanCheers, readIdolCheers } from './cheers.store.ts';

type CallRank = DataOf<Contract['POST /wallet/api/v1/userExpand/getUsersCallRank']>;

/** Length of the public list. */
const listedFans = 1000;
/** Highest rank that is counted for a fan's own place. */
const countedFans = 10_000;

type Question = {
  readonly fanId: number | undefined;
  readonly activityId: string;
  readonly pageNum: number;
  readonly pageSize: number;
};

type Fan = { id: number; nickname: string; avatar_file: string | null; avatar_seed: string; tickets: number };

/**
 * Returns a page of fans by cheers and the caller's own place. Equals share a rank (1, 2, 2, 4). The index supplies the
 * order: a page reads the rows up to its end, the own place reads the rows above it.
 */
export async function readCallRank(
  db: Kysely<DB>,
  { fanId, activityId, pageNum, pageSize }: Question,
): Promise<CallRank> {
  const skipped = Math.min((pageNum - 1) * pageSize, listedFans);
  const { rows } = await sql<Fan & { rank: number }>`
    select r.rank, r.tickets, f.id, f.nickname, f.avatar_file, f.avatar_seed
      from (select fan_id, tickets, rank() over (order by tickets desc) as rank
              from fan_cheers where activity_id = ${activityId}
             order by tickets desc, fan_id
             limit ${Math.min(pageSize, listedFans - skipped)} offset ${skipped}) r
      join fan f on f.id = r.fan_id
     order by r.tickets desc, r.fan_id`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*) as total
      from (select from fan_cheers where activity_id = ${activityId} limit ${listedFans}) listed`.execute(db);
  const mine = fanId === undefined ? undefined : await readOwnPlace(db, { fanId, activityId });
  return {
    list: rows.map(({ rank, ...fan }) => ({ rank, ...shown(fan, fanId) })),
    total: counts[0]?.total ?? 0,
    pageNum,
    pageSize,
    mine: mine ? { rank: mine.rank, ...shown(mine, fanId) } : null,
  };
}

/** Returns a fan's rank and tickets in an activity. */
async function readOwnPlace(
  db: Kysely<DB>,
  { fanId, activityId }: { fanId: number; activityId: string },
): Promise<(Fan & { readonly rank: number | null }) | undefined> {
  const { rows } = await sql<Fan & { above: number }>`
    select f.id, f.nickname, f.avatar_file, f.avatar_seed, coalesce(c.tickets, 0) as tickets,
           (select count(*) from (select from fan_cheers o where o.activity_id = c.activity_id and o.tickets > c.tickets
                                   limit ${countedFans}) better) as above
      from fan f left join fan_cheers c on c.fan_id = f.id and c.activity_id = ${activityId}
     where f.id = ${fanId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { above, ...fan } = row;
  return { ...fan, rank: fan.tickets > 0 && above < countedFans ? above + 1 : null };
}

function shown({ id, nickname, tickets, ...face }: Fan, fanId: number | undefined) {
  return { nickname, avatarUrl: avatarUrlOf(face), tickets, isMe: id === fanId };
}

type IdolCheers = DataOf<Contract['POST /wallet/api/v1/ticketVote/getIdolCheers']>;

/** Returns an idol's cheers and the caller's part of them. */
export async function readIdolCheersFor(
  db: Kysely<DB>,
  { fanId, activity, idolId }: { fanId: number | undefined; activity: Activity; idolId: string },
): Promise<IdolCheers> {
  const cheers = await readIdolCheers(db, { activity, idolId });
  if (fanId === undefined) return { cheers, mine: null };
  const { forIdol } = await db
    .selectFrom('cheer')
    .select(sql<number>`coalesce(sum(tickets), 0)::bigint`.as('forIdol'))
    .where('fan_id', '=', fanId)
    .where('activity_id', '=', activity.id)
    .where('idol_id', '=', idolId)
    .executeTakeFirstOrThrow();
  const place = await readOwnPlace(db, { fanId, activityId: activity.id });
  return {
    cheers,
    mine: {
      tickets: await readAvailable(db, { fanId, asset: activity.ticketAsset }),
      forIdol,
      inActivity: place?.tickets ?? 0,
      rank: place?.rank ?? null,
    },
  };
}

type CheerRecords = DataOf<Contract['POST /wallet/api/v1/ticketVote/getCheerRecords']>;

type RecordsQuestion = {
  readonly fanId: number;
  readonly activityId?: string | undefined;
  readonly idolId?: string | undefined;
  readonly language: Language;
  readonly pageNum: number;
  readonly pageSize: number;
};

/** Returns a page of a fan's cheers, newest first. */
export async function readCheerRecords(
  db: Kysely<DB>,
  { fanId, activityId, idolId, language, pageNum, pageSize }: RecordsQuestion,
): Promise<CheerRecords> {
  const asked = db
    .selectFrom('cheer')
    .where('cheer.fan_id', '=', fanId)
    .$if(activityId !== undefined, (some) => some.where('cheer.activity_id', '=', activityId ?? ''))
    .$if(idolId !== undefined, (some) => some.where('cheer.idol_id', '=', idolId ?? ''));
  const rows = await asked
    .innerJoin('idol', 'idol.id', 'cheer.idol_id')
    .innerJoin('candidate', (on) =>
      on.onRef('candidate.activity_id', '=', 'cheer.activity_id').onRef('candidate.idol_id', '=', 'cheer.idol_id'),
    )
    .select((columns) => [
      'cheer.id',
      'cheer.activity_id',
      'cheer.idol_id',
      columns.ref('idol.name').$castTo<Text>().as('name'),
      'idol.portrait_seed',
      'candidate.withdrawn',
      'cheer.tickets',
      'cheer.transfer',
      'cheer.cheered_at',
    ])
    .orderBy('cheer.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const { total } = await asked.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const list = rows.map((row) => ({
    cheerId: String(row.id),
    activityId: row.activity_id,
    idolId: row.idol_id,
    idolName: row.name[language],
    isWithdrawn: row.withdrawn,
    portraitUrl: portraitUrl(row.portrait_seed),
    num: row.tickets,
    cheeredAt: row.cheered_at.toISOString(),
    transferId: String(row.transfer),
  }));
  return { list, total, pageNum, pageSize };
}

/** Cheers explain spent tickets and stay; a deleted account leaves the call rank. */
export const cheerPersonalData: PersonalData = {
  erased: ['fan_cheers'],
  kept: { cheer: 'A cheer explains a posting of the ledger, under the same key, and counts for an idol.' },
  erase: (tx, { id }) => deleteFanCheers(tx, id),
  async copy(db, { fan, language, mostRows }) {
    const { total, list } = await readCheerRecords(db, { fanId: fan.id, language, pageNum: 1, pageSize: mostRows });
    return { cheers: { total, rows: list } };
  },
};
