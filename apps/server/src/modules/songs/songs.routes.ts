import type { FastifyInstance } from 'fastify';
import { Refusal } from '#/errors.ts';
import { everySecond } from '#/every-second.ts';
import { handle, handleOnce } from '#/http/handle.ts';
import type { Services } from '#/services.ts';
import { freezeRounds } from './freeze-rounds.ts';
import { readMySongs } from './my-songs.view.ts';
import { nominate } from './nominate.ts';
import { servePreviews } from './preview/serve-previews.ts';
import { createSongBoards } from './song-board.ts';
import { songEventInfo, songInfo, songInfos } from './song.presenter.ts';
import { readSongVoteRecords } from './song-vote-records.view.ts';
import { voteForSong } from './vote-for-song.ts';

/** Serves the song event, and lets its rounds come to their end as long as the server runs. */
export function songRoutes(server: FastifyInstance, services: Pick<Services, 'db' | 'agreedNow' | 'log'>): void {
  const { db, agreedNow, log } = services;
  const boards = createSongBoards(db);
  const rounds = everySecond(
    async () => freezeRounds(db, await agreedNow()),
    (error) => log.warn({ err: error }, 'A round of songs could not be frozen'),
  );
  server.addHook('onClose', () => rounds.stop());
  servePreviews(server, boards.hasSeed);

  handle(server, 'GET /activity/api/v1/vote/songList', async ({ fan, language, receivedAt: at }) => {
    const board = await boards.onShow(at);
    if (!board) return { event: null, songs: [], mine: null };
    const { event } = board;
    return {
      event: songEventInfo(event, at, language),
      songs: songInfos(board, language),
      mine: fan ? await readMySongs(db, { fanId: fan.id, event, at }) : null,
    };
  });

  handle(server, 'GET /activity/api/v1/vote/song', async ({ fan, query, language, receivedAt: at }) => {
    const board = await boards.ofSong(query.songId);
    const song = board?.songs.find(({ id }) => id === query.songId);
    if (!board || !song) throw new Refusal('SONG_NOT_FOUND');
    const { event } = board;
    return {
      event: songEventInfo(event, at, language),
      song: { ...songInfo(board, song, language), story: song.story[language], lyrics: song.lyrics[language] },
      mine: fan ? await readMySongs(db, { fanId: fan.id, event, at }) : null,
    };
  });

  handleOnce(server, 'POST /activity/api/v1/vote/doPreSongVote', (tx, { fan, body, receivedAt }) =>
    nominate(tx, { fanId: fan.id, songId: body.songId, receivedAt }),
  );

  handleOnce(server, 'POST /activity/api/v1/vote/doSongVote', (tx, { fan, body, idempotencyKey: key, receivedAt }) =>
    voteForSong(tx, { fanId: fan.id, songId: body.songId, votes: body.num, key, receivedAt }),
  );

  handle(server, 'GET /activity/api/v1/vote/mySongVoteList', ({ fan, query, language }) =>
    readSongVoteRecords(db, { fanId: fan.id, language, ...query }),
  );
}
