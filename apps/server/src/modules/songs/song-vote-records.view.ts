import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { coverUrl } from '#/modules/art/index.ts';
import type { Text } from '#/modules/votes/index.ts';
import type { Round } from './song-event.ts';

type SongVoteRecords = DataOf<Contract['GET /activity/api/v1/vote/mySongVoteList']>;

type Question = {
  readonly fanId: number;
  readonly round?: Round | undefined;
  readonly language: Language;
  readonly pageNum: number;
  readonly pageSize: number;
};

type Row = {
  round: Round;
  id: number;
  eventId: string;
  songId: string;
  title: Text;
  artist: Text;
  seed: string;
  num: number;
  votedAt: Date;
  transfer: number | null;
};

/** One page of what a fan did in both rounds, newest first. */
export async function readSongVoteRecords(
  db: Kysely<DB>,
  { fanId, round, language, pageNum, pageSize }: Question,
): Promise<SongVoteRecords> {
  const votes = sql`(
    select 'nominations' as round, id, event_id, song_id, 1::bigint as num, nominated_at as voted_at, null::bigint as transfer
      from song_nomination where fan_id = ${fanId} and ${round ?? 'nominations'} = 'nominations'
    union all
    select 'final', id, event_id, song_id, votes, voted_at, transfer
      from song_vote where fan_id = ${fanId} and ${round ?? 'final'} = 'final')`;
  const { rows } = await sql<Row>`
    select v.round, v.id, v.event_id as "eventId", v.song_id as "songId", s.title, s.artist, s.seed,
           v.num, v.voted_at as "votedAt", v.transfer
      from ${votes} v join song s on s.id = v.song_id
     order by v.voted_at desc, v.round, v.id desc
     limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*) as total from ${votes} v`.execute(db);
  const list = rows.map((row) => ({
    round: row.round,
    recordId: String(row.id),
    eventId: row.eventId,
    songId: row.songId,
    title: row.title[language],
    artist: row.artist[language],
    coverUrl: coverUrl(row.seed),
    num: row.num,
    votedAt: row.votedAt.toISOString(),
    transferId: row.transfer === null ? null : String(row.transfer),
  }));
  return { list, total: counted.rows[0]?.total ?? 0, pageNum, pageSize };
}
