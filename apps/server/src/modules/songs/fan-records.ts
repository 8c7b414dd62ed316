import type { FanRecords } from '#/fan-records.ts';
import { readSongVoteRecords } from './song-vote-records.view.ts';

/** Votes for songs stay, as what the songs have is their sum. */
export const songFanRecords: FanRecords = {
  erased: [],
  kept: {
    song_nomination: 'A nomination counts for a song, and whoever made it could not make another that day.',
    song_vote: 'A vote for a song explains a posting of the ledger, under the same key, and counts for the song.',
    song_vote_day: 'What fans used of a day’s limit adds up to their votes.',
  },
  async copy(db, { fan, language, mostRows }) {
    const { total, list } = await readSongVoteRecords(db, { fanId: fan.id, language, pageNum: 1, pageSize: mostRows });
    return { songVotes: { total, rows: list } };
  },
};
