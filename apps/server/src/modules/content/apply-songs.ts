import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PackEntry } from './pack.ts';
import { lastFrozenOpening, type Moment } from './pack-time.ts';
import type { Problem } from './yaml-file.ts';
import type { SongEvent } from './schema/activities.ts';
import { songEventRow, songRows } from './pack-rows.ts';
import { listPublishedSongEvents, type PublishedSongEvent } from './content.view.ts';
import { deleteOtherSongEvents } from './content.store.ts';
import { type AppliedPart, upsert } from './upsert.store.ts';

type Events = readonly PackEntry<SongEvent>[];

/** Frozen fields, by their names in the pack. */
const frozenFields = [
  ['activity', 'activity_id'],
  ['timeZone', 'time_zone'],
  ['nominations', 'nominations_open_at'],
  ['nominations', 'nominations_close_at'],
  ['final', 'final_opens_at'],
  ['final', 'final_closes_at'],
  ['places', 'places'],
  ['dailyCap', 'daily_cap'],
  ['rules', 'rules'],
  ['rewards', 'rewards'],
] as const;

/**
 * Reports changes of song events that fans have nominated in. Texts of songs may still be corrected, but no song may be
 * removed.
 */
export async function songProblems(tx: Transaction<DB>, events: Events, moment: Moment): Promise<Problem[]> {
  const frozen = (await listPublishedSongEvents(tx)).filter((event) => isFrozen(event, moment.now));
  return events.flatMap((entry) => {
    const before = frozen.find(({ id }) => id === entry.value.id);
    return [
      ...(before ? changesOf(entry, before, moment.anchoredAt) : []),
      ...songsOfOthers(
        entry,
        frozen.filter((event) => event !== before),
      ),
    ];
  });
}

function songsOfOthers({ value, problem }: PackEntry<SongEvent>, others: readonly PublishedSongEvent[]): Problem[] {
  return value.songs.flatMap(({ id }, index) => {
    const owner = others.find(({ songIds }) => songIds.includes(id));
    if (!owner) return [];
    const message = `is "${id}", which is a song of event ${owner.id}; expected an id of its own`;
    return [problem(['songs', index, 'id'], message)];
  });
}

function changesOf(
  { value: event, problem }: PackEntry<SongEvent>,
  before: PublishedSongEvent,
  anchoredAt: Date,
): Problem[] {
  const row = songEventRow(event, 0, anchoredAt);
  const changed = new Set<string>(
    frozenFields.filter(([, column]) => !isDeepStrictEqual(row[column], before.row[column])).map(([field]) => field),
  );
  // The order breaks ties.
  const songIds = event.songs.map(({ id }) => id);
  if (!isDeepStrictEqual(songIds, before.songIds)) changed.add('songs');
  return [...changed].map((field) =>
    problem(
      [field],
      `is not what event ${event.id} was opened with; expected it as it was, because nominations have opened`,
    ),
  );
}

function isFrozen({ row }: PublishedSongEvent, now: Date): boolean {
  return Date.parse(row.nominations_open_at) <= lastFrozenOpening({ now }).getTime();
}

/** Writes song events with their songs. Events that have opened, or are about to, are never removed. */
export async function applySongs(
  tx: Transaction<DB>,
  events: Events,
  { anchoredAt, now }: Moment,
): Promise<AppliedPart> {
  const values = events.map(({ value }) => value);
  const songs = values.flatMap(songRows);
  const retired = await deleteOtherSongEvents(tx, {
    eventIds: values.map(({ id }) => id),
    songIds: songs.map(({ id }) => id),
    opensAfter: lastFrozenOpening({ now }),
  });
  return {
    written: [
      await upsert(
        tx,
        'song_event',
        ['id'],
        values.map((event, position) => songEventRow(event, position, anchoredAt)),
      ),
      await upsert(tx, 'song', ['id'], songs),
    ],
    retired,
  };
}
