import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { readInSnapshot } from '#/db/snapshot.ts';
import { createSingleFlight, createSingleFlights } from '#/lib/shared-reads.ts';
import { type Song, type SongEvent, eventOnShow, type SongStanding } from './song-event.rules.ts';
import { findSongEvent, listSongEvents, listSongPlaces, listSongs, readStandings } from './songs.store.ts';
import type { Services } from '#/services.ts';

/** An event, its songs, and their standings in both rounds. */
export type SongBoard = {
  readonly event: SongEvent;
  readonly songs: readonly Song[];
  readonly nominations: ReadonlyMap<string, SongStanding>;
  /** The final's songs: only the nominated ones. */
  readonly final: ReadonlyMap<string, SongStanding>;
};

/** The boards of one process. Shared data is cached briefly, so that bursts of requests stay cheap. */
export type SongBoards = {
  /** The board of the event on show, or nothing without an event. */
  readonly onShow: (at: Date) => Promise<SongBoard | undefined>;
  /** The board of the event that a song belongs to. */
  readonly ofSong: (songId: string) => Promise<SongBoard | undefined>;
  /** Whether a song of any event has this seed. */
  readonly hasSeed: (seed: string) => Promise<boolean>;
};

export function createSongBoards({ db, clock }: Pick<Services, 'db' | 'clock'>): SongBoards {
  const directory = createSingleFlight(clock, () => readDirectory(db));
  const boards = createSingleFlights(clock, (eventId) => readBoard(db, eventId));
  return {
    async onShow(at) {
      const event = eventOnShow((await directory.current()).events, at);
      return event && boards.current(event.id);
    },
    async ofSong(songId) {
      const eventId = (await directory.current()).eventIds.get(songId);
      return eventId === undefined ? undefined : boards.current(eventId);
    },
    hasSeed: async (seed) => (await directory.current()).seeds.has(seed),
  };
}

/** Reads all events and the event of each song. */
async function readDirectory(db: Kysely<DB>) {
  const [events, places] = await Promise.all([listSongEvents(db), listSongPlaces(db)]);
  return {
    events,
    eventIds: new Map(places.map(({ id, eventId }) => [id, eventId])),
    seeds: new Set(places.map(({ seed }) => seed)),
  };
}

/** Reads the board in one snapshot. */
function readBoard(db: Kysely<DB>, eventId: string): Promise<SongBoard | undefined> {
  return readInSnapshot(db, async (tx) => {
    const event = await findSongEvent(tx, eventId);
    if (!event) return undefined;
    const byId = (standings: readonly SongStanding[]) => new Map(standings.map((one) => [one.songId, one]));
    return {
      event,
      songs: await listSongs(tx, event.id),
      nominations: byId(await readStandings(tx, event, 'nominations')),
      final: byId(await readStandings(tx, event, 'final')),
    };
  });
}
