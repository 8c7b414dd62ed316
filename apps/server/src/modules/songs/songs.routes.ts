import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { Refusal } from '#/errors.ts';
import { startPeriodicTask } from '#/lib/clock.ts';
import { handle, handleOnce } from '#/http/handle.ts';
import { coverUrl, SEED_PATTERN, songCoverUrl } from '#/modules/art/index.ts';
import { type ActivityCatalogue, findActivity } from '#/modules/elections/index.ts';
import type { Services } from '#/services.ts';
import { byteRangeOf } from '#/lib/byte-range.ts';
import { freezeRounds } from './freeze-rounds.ts';
import { readMySongs, readSongVoteRecords } from './my-songs.view.ts';
import { nominate, voteForSong } from './vote-for-song.ts';
import { createSongBoards, type SongBoard } from './song-board.ts';
import { type Song, type SongEvent, type TitledText, songEventState } from './song-event.rules.ts';
import { activityIdOfSong } from './songs.store.ts';
import { renderPreview } from './render-preview.ts';

export type SongServices = Pick<Services, 'db' | 'clock' | 'clusterClock' | 'log'> & {
  readonly catalogue: ActivityCatalogue;
};

/** Registers the song calls, and freezes due rounds while the server runs. */
export function songRoutes(server: FastifyInstance, services: SongServices): void {
  const { db, clock, clusterClock, log, catalogue } = services;
  const boards = createSongBoards(services);
  const rounds = startPeriodicTask(
    clock,
    async () => freezeRounds(db, await clusterClock()),
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

  handleOnce(server, 'POST /activity/api/v1/vote/doSongVote', {
    prepare: async ({ body: { songId, conversion } }) =>
      conversion && {
        ...conversion,
        activity: await findActivity(catalogue, await activityIdOfSong(db, songId)),
      },
    run: (tx, { fan, body: { songId, num: votes }, idempotencyKey: key, receivedAt }, tickets) =>
      voteForSong(tx, { fanId: fan.id, songId, votes, tickets, key, receivedAt }),
  });

  handle(server, 'GET /activity/api/v1/vote/mySongVoteList', ({ fan, query, language }) =>
    readSongVoteRecords(db, { fanId: fan.id, language, ...query }),
  );
}

type SongList = DataOf<Contract['GET /activity/api/v1/vote/songList']>;

/** Presents an event to a fan. */
function songEventInfo(event: SongEvent, at: Date, language: Language): NonNullable<SongList['event']> {
  const pickTexts = ({ title, text }: TitledText) => ({ title: title[language], text: text[language] });
  const { concert, concertStartsAt } = event;
  return {
    eventId: event.id,
    title: event.title[language],
    subtitle: event.subtitle[language],
    coverUrl: coverUrl(event.coverSeed),
    state: songEventState(event, at),
    nominations: {
      opensAt: event.nominationsOpenAt.toISOString(),
      closesAt: event.nominationsCloseAt.toISOString(),
      isFrozen: event.nominationsFrozenAt !== null,
    },
    final: {
      opensAt: event.finalOpensAt.toISOString(),
      closesAt: event.finalClosesAt.toISOString(),
      isFrozen: event.finalFrozenAt !== null,
    },
    timeZone: event.timeZone,
    places: event.places,
    dailyCap: event.dailyCap,
    activityId: event.activityId,
    rules: event.rules.map(pickTexts),
    rewards: event.rewards.map((reward) => ({
      ...pickTexts(reward),
      fromRank: reward.fromRank,
      toRank: reward.toRank,
    })),
    concert:
      concert && concertStartsAt
        ? {
            startsAt: concertStartsAt.toISOString(),
            place: concert.place[language],
            text: concert.text[language],
            setList: concert.setList.map(pickTexts),
          }
        : null,
  };
}

/** Presents a song with its standings in both rounds. */
function songInfo(board: SongBoard, song: Song, language: Language): SongList['songs'][number] {
  const nominated = board.nominations.get(song.id);
  const final = board.final.get(song.id);
  return {
    songId: song.id,
    title: song.title[language],
    artist: song.artist[language],
    year: song.year,
    seconds: song.seconds,
    coverUrl: songCoverUrl(song.seed),
    previewUrl: previewUrl(song.seed),
    nominations: nominated?.votes ?? 0,
    nominationRank: nominated?.rank ?? board.songs.length,
    isNominated: final !== undefined,
    votes: final?.votes ?? 0,
    rank: final?.rank ?? null,
  };
}

/** Lists all songs: finalists in the final's order, then the others in the order of the nominations. */
function songInfos(board: SongBoard, language: Language): SongList['songs'] {
  const last = board.songs.length;
  return board.songs
    .map((song) => songInfo(board, song, language))
    .toSorted((a, b) => (a.rank ?? last) - (b.rank ?? last) || a.nominationRank - b.nominationRank);
}

type Preview = { readonly file: Buffer; readonly etag: string };

/** Cached previews: a few times the songs of an event, about 80 kB each. */
const mostRemembered = 100;

/**
 * Serves GET /art/{version}/previews/{seed}.wav with byte ranges, which some browsers need for audio.
 *
 * @param isOfSong whether a song has that seed; other seeds are refused, because composing costs CPU
 */
function servePreviews(server: FastifyInstance, isOfSong: (seed: string) => Promise<boolean>): void {
  const url = previewUrl(':seed');
  const remembered = new Map<string, Preview>();

  function previewOf(seed: string): Preview {
    const known = remembered.get(seed);
    if (known) return known;
    const file = renderPreview(seed);
    const preview = { file, etag: `"${createHash('sha256').update(file).digest('base64url').slice(0, 22)}"` };
    const [oldest] = remembered.keys();
    if (remembered.size >= mostRemembered && oldest !== undefined) remembered.delete(oldest);
    remembered.set(seed, preview);
    return preview;
  }

  server.get(url, { config: { route: `GET ${url}`, rate: 'usual' } }, async (request, reply) => {
    const { seed } = request.params as { seed: string };
    if (!SEED_PATTERN.test(seed) || !(await isOfSong(seed))) {
      return reply.code(404).type('text/plain; charset=utf-8').send('There is no preview at this address.\n');
    }
    const { file, etag } = previewOf(seed);
    reply.headers({
      ...server.apiHeaders,
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag,
    });
    const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    if (known?.includes(etag)) return reply.code(304).send();
    const range = byteRangeOf(request.headers.range, file.length);
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.length}`).send();
    reply.type('audio/wav');
    if (!range) return reply.send(file);
    const { start, end } = range;
    return reply
      .code(206)
      .header('content-range', `bytes ${start}-${end}/${file.length}`)
      .send(file.subarray(start, end + 1));
  });
}

/** Raise it when the sound changes: previews are immutable, so a changed one needs a new URL. */
const previewVersion = 'v1';

/** Returns the preview's URL relative to the site. */
function previewUrl(seed: string): string {
  return `/art/${previewVersion}/previews/${seed}.wav`;
}
