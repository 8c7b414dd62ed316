import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import { addDays, localDateAt, startOfLocalDate } from '#/lib/local-date.ts';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { songCoverUrl } from '#/modules/art/index.ts';
import type { TextInBothLanguages } from '#/modules/elections/index.ts';
import { readAvailable } from '#/modules/points/index.ts';
import type { SongEvent, Round } from './song-event.rules.ts';
import { usedOn } from './songs.store.ts';

type MySongVotes = NonNullable<DataOf<Contract['GET /activity/api/v1/vote/songList']>['mine']>;

/** Returns a fan's votes and limits of an event's current day. */
export async function readMySongs(
  db: Kysely<DB>,
  { fanId, event, at }: { fanId: number; event: SongEvent; at: Date },
): Promise<MySongVotes> {
  const day = localDateAt(at, event.timeZone);
  const { rows: nominated } = await sql<{ songId: string }>`
    select song_id as "songId" from song_nomination
     where fan_id = ${fanId} and event_id = ${event.id} and day = ${day} order by song_id`.execute(db);
  const { rows: finalVotes } = await sql<{ songId: string; votes: number }>`
    select song_id as "songId", sum(votes)::bigint as votes from song_vote
     where fan_id = ${fanId} and event_id = ${event.id} group by song_id order by song_id`.execute(db);
  const used = event.dailyCap === null ? 0 : await usedOn(db, { fanId, eventId: event.id, day });
  return {
    nominatedToday: nominated.map(({ songId }) => songId),
    finalVotes,
    votes: await readAvailable(db, { fanId, asset: event.voteAsset }),
    leftToday: event.dailyCap === null ? null : Math.max(0, event.dailyCap - used),
    resetsAt: startOfLocalDate(addDays(day, 1), event.timeZone).toISOString(),
  };
}

type SongVoteRecords = DataOf<Contract['GET /activity/api/v1/vote/mySongVoteList']>;

type SongRecordsQuery = PageRequest & {
  readonly fanId: number;
  readonly round?: Round | undefined;
  readonly language: Language;
};

type SongRecordRow = {
  round: Round;
  id: number;
  eventId: string;
  songId: string;
  title: TextInBothLanguages;
  artist: TextInBothLanguages;
  seed: string;
  num: number;
  votedAt: Date;
  transfer: number | null;
};

/** Returns a page of a fan's nominations and votes, newest first. */
export async function readSongVoteRecords(
  db: Kysely<DB>,
  { fanId, round, language, ...asked }: SongRecordsQuery,
): Promise<SongVoteRecords> {
  const votes = sql`(
    select 'nominations' as round, id, event_id, song_id, 1::bigint as num, nominated_at as voted_at,
      null::bigint as transfer
      from song_nomination where fan_id = ${fanId} and ${round ?? 'nominations'} = 'nominations'
    union all
    select 'final', id, event_id, song_id, votes, voted_at, transfer
      from song_vote where fan_id = ${fanId} and ${round ?? 'final'} = 'final')`;
  const page = await readPage(db, asked, {
    rows: sql<SongRecordRow>`
      select v.round, v.id, v.event_id as "eventId", v.song_id as "songId", s.title, s.artist, s.seed,
             v.num, v.voted_at as "votedAt", v.transfer
        from ${votes} v join song s on s.id = v.song_id
       order by v.voted_at desc, v.round, v.id desc`,
    total: sql<{ total: number }>`select count(*) as total from ${votes} v`,
  });
  const list = page.list.map((row) => ({
    round: row.round,
    recordId: String(row.id),
    eventId: row.eventId,
    songId: row.songId,
    title: row.title[language],
    artist: row.artist[language],
    coverUrl: songCoverUrl(row.seed),
    num: row.num,
    votedAt: row.votedAt.toISOString(),
    transferId: row.transfer === null ? null : String(row.transfer),
  }));
  return { ...page, list };
}

/** Votes for songs stay, because a song's count is their sum. */
export const songPersonalData: PersonalData = {
  erased: [],
  kept: {
    song_nomination: 'A nomination counts for a song, and its fan could not nominate again that day.',
    song_vote: 'A vote for a song explains a posting of the ledger, under the same key, and counts for the song.',
    song_vote_day: 'What fans used of a day’s limit adds up to their votes.',
  },
  async copy(db, { fan, language, mostRows }) {
    const { total, list } = await readSongVoteRecords(db, { fanId: fan.id, language, pageNum: 1, pageSize: mostRows });
    return { songVotes: { total, rows: list } };
  },
};
