import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { portraitUrl } from '#/modules/art/index.ts';
import { candidateRows, idolRows } from '#/modules/elections/index.ts';
import { findLastBallot, ballotIdols, type LiveResults } from './best7.store.ts';
import { type Ballot, type Poll, ballotDay, nextBallotAfter, pollState } from './poll.rules.ts';

type ShownPoll = NonNullable<DataOf<Contract['GET /activity/api/v1/vote/best7']>['poll']>;
type MyPoll = NonNullable<ShownPoll['mine']>;

type PollQuery = {
  readonly poll: Poll;
  /** Undefined for an anonymous caller. */
  readonly fanId: number | undefined;
  readonly at: Date;
};

/** Returns a poll with its state, its results and the caller's ballots. */
export async function readPoll(
  { db, results }: { db: Kysely<DB>; results: LiveResults },
  { poll, fanId, at }: PollQuery,
): Promise<ShownPoll> {
  const { ballots, standings, isFinal } = await results.current(poll.activityId);
  return {
    activityId: poll.activityId,
    // A poll is final when its result is stored, whatever the clock says.
    state: isFinal ? 'final' : stateUntilFinal(poll, at),
    opensAt: poll.opensAt.toISOString(),
    closesAt: poll.closesAt.toISOString(),
    timeZone: poll.timeZone,
    ballots,
    results: [...standings],
    mine: fanId === undefined ? null : await readMine(db, { poll, fanId, at }),
  };
}

function stateUntilFinal(poll: Poll, at: Date): ShownPoll['state'] {
  const state = pollState(poll, at);
  return state === 'final' ? 'closing' : state;
}

async function readMine(db: Kysely<DB>, { poll, fanId, at }: PollQuery & { fanId: number }): Promise<MyPoll> {
  const last = showBallot(await findLastBallot(db, { fanId, activityId: poll.activityId }));
  if (last?.day !== ballotDay(poll, at)) return { today: null, last, nextBallotAt: null };
  return { today: last, last, nextBallotAt: nextBallotAfter(poll, last.day)?.toISOString() ?? null };
}

function showBallot(ballot: Ballot | undefined): MyPoll['last'] {
  return ballot ? { ...ballot, castAt: ballot.castAt.toISOString(), idolIds: [...ballot.idolIds] } : null;
}

type BallotRecords = DataOf<Contract['GET /activity/api/v1/vote/best7Records']>;

type RecordsQuestion = PageRequest & {
  readonly fanId: number;
  readonly activityId?: string | undefined;
  readonly language: Language;
};

/** Returns a page of a fan's ballots, newest first. */
export async function readBallotRecords(
  db: Kysely<DB>,
  { fanId, activityId, language, ...asked }: RecordsQuestion,
): Promise<BallotRecords> {
  const ballots = db
    .selectFrom('best7_ballot')
    .where('fan_id', '=', fanId)
    .$if(activityId !== undefined, (some) => some.where('activity_id', '=', activityId ?? ''));
  const page = await readPage(db, asked, {
    rows: ballots.select(['id', 'activity_id', 'day', 'cast_at', ballotIdols.as('idolIds')]).orderBy('id', 'desc'),
    total: ballots.select(({ fn }) => fn.countAll<number>().as('total')),
  });
  const idols = await readFaces(db, [...new Set(page.list.flatMap((row) => row.idolIds))]);
  const withdrawn = await readWithdrawn(db, [...new Set(page.list.map((row) => row.activity_id))]);
  const list = page.list.map((row) => ({
    ballotId: String(row.id),
    activityId: row.activity_id,
    day: row.day,
    castAt: row.cast_at.toISOString(),
    places: row.idolIds.flatMap((idolId, index) => {
      const idol = idols.get(idolId);
      if (!idol) return [];
      const isWithdrawn = withdrawn.has(`${row.activity_id} ${idolId}`);
      const face = { idolName: idol.name[language], isWithdrawn, portraitUrl: portraitUrl(idol.seed) };
      return [{ place: index + 1, points: row.idolIds.length - index, idolId, ...face }];
    }),
  }));
  return { ...page, list };
}

/** Reads who has withdrawn from these activities: activity and idol, with a space between. */
async function readWithdrawn(db: Kysely<DB>, activityIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom(candidateRows.as('candidate'))
    .select(['activity_id', 'idol_id'])
    .where('withdrawn', '=', true)
    .where('activity_id', '=', sql<string>`any(${activityIds}::text[])`)
    .execute();
  return new Set(rows.map((row) => `${row.activity_id} ${row.idol_id}`));
}

async function readFaces(db: Kysely<DB>, idolIds: readonly string[]) {
  const rows = await db
    .selectFrom(idolRows.as('idol'))
    .select(['id', 'name', 'portrait_seed as seed'])
    .where('id', '=', sql<string>`any(${idolIds}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Ballots stay, because a deleted account must not change a result. */
export const best7PersonalData: PersonalData = {
  erased: [],
  kept: { best7_ballot: 'A ballot counts for seven idols, and the result is recounted from all ballots.' },
  async copy(db, { fan, language, mostRows }) {
    const { total, list } = await readBallotRecords(db, { fanId: fan.id, language, pageNum: 1, pageSize: mostRows });
    return { best7Ballots: { total, rows: list } };
  },
};
