import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import { type Leaderboard, type LeaderboardPlace, readLeaderboard, readOwnPlace } from '#/db/leaderboard.ts';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { portraitUrl } from '#/modules/art/index.ts';
import type { Activity } from '#/modules/elections/index.ts';
import { faceRows, presentFan } from '#/modules/identity/index.ts';
import { readAvailable } from '#/modules/points/index.ts';
import { candidateRows, idolRows } from '#/modules/elections/index.ts';
import { deleteFanCheers, readIdolCheers } from './cheers.store.ts';

type CallRank = DataOf<Contract['POST /wallet/api/v1/userExpand/getUsersCallRank']>;

type CallRankQuery = PageRequest & { readonly fanId: number | undefined; readonly activityId: string };

const callRankOf = (activityId: string): Leaderboard => ({
  table: 'fan_cheers',
  amount: 'tickets',
  part: { column: 'activity_id', value: activityId },
  faces: faceRows,
});

/** Returns a page of fans by cheers and the caller's own place. */
export async function readCallRank(db: Kysely<DB>, { activityId, ...page }: CallRankQuery): Promise<CallRank> {
  const { list, total, mine } = await readLeaderboard(db, callRankOf(activityId), page);
  const presentPlace = <Rank>({ rank, fanId, amount: tickets, ...fan }: LeaderboardPlace<Rank>) => ({
    rank,
    ...presentFan(fan),
    tickets,
    isMe: fanId === page.fanId,
  });
  const { pageNum, pageSize } = page;
  return { list: list.map(presentPlace), total, pageNum, pageSize, mine: mine && presentPlace(mine) };
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
  const place = await readOwnPlace(db, callRankOf(activity.id), fanId);
  return {
    cheers,
    mine: {
      tickets: await readAvailable(db, { fanId, asset: activity.ticketAsset }),
      forIdol,
      inActivity: place?.amount ?? 0,
      rank: place?.rank ?? null,
    },
  };
}

type CheerRecords = DataOf<Contract['POST /wallet/api/v1/ticketVote/getCheerRecords']>;

type RecordsQuestion = PageRequest & {
  readonly fanId: number;
  readonly activityId?: string | undefined;
  readonly idolId?: string | undefined;
  readonly language: Language;
};

/** Returns a page of a fan's cheers, newest first. */
export async function readCheerRecords(
  db: Kysely<DB>,
  { fanId, activityId, idolId, language, ...asked }: RecordsQuestion,
): Promise<CheerRecords> {
  const cheers = db
    .selectFrom('cheer')
    .where('cheer.fan_id', '=', fanId)
    .$if(activityId !== undefined, (some) => some.where('cheer.activity_id', '=', activityId ?? ''))
    .$if(idolId !== undefined, (some) => some.where('cheer.idol_id', '=', idolId ?? ''));
  const page = await readPage(db, asked, {
    rows: cheers
      .innerJoin(idolRows.as('idol'), 'idol.id', 'cheer.idol_id')
      .innerJoin(candidateRows.as('candidate'), (on) =>
        on.onRef('candidate.activity_id', '=', 'cheer.activity_id').onRef('candidate.idol_id', '=', 'cheer.idol_id'),
      )
      .select([
        'cheer.id',
        'cheer.activity_id',
        'cheer.idol_id',
        'idol.name',
        'idol.portrait_seed',
        'candidate.withdrawn',
        'cheer.tickets',
        'cheer.transfer',
        'cheer.cheered_at',
      ])
      .orderBy('cheer.id', 'desc'),
    total: cheers.select(({ fn }) => fn.countAll<number>().as('total')),
  });
  const list = page.list.map((row) => ({
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
  return { ...page, list };
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
