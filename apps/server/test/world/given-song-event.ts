import { randomBytes } from 'node:crypto';
import { activityId } from './given-election.ts';
import { inBothLanguages } from './in-both-languages.ts';
import type { World } from './world.ts';

export type SongEventOptions = {
  readonly songs?: number;
  readonly places?: number;
  readonly dailyCap?: number | null;
  readonly timeZone?: string;
  /** The opening of nominations; an hour before now by default. Each round takes two hours, an hour apart. */
  readonly opensAt?: Date;
};

export type TestSongEvent = {
  readonly eventId: string;
  readonly songIds: readonly string[];
  readonly nominationsOpenAt: Date;
  readonly nominationsCloseAt: Date;
  readonly finalOpensAt: Date;
  readonly finalClosesAt: Date;
};

const hourMs = 3_600_000;

/** Puts a song event in place as a content pack would; the election whose votes it takes must be there. */
export async function givenSongEvent(
  { ownerPool, clock }: Pick<World, 'ownerPool' | 'clock'>,
  options: SongEventOptions = {},
): Promise<TestSongEvent> {
  const { songs = 4, places = 2, dailyCap = null, timeZone = 'Asia/Taipei' } = options;
  const opensAt = options.opensAt ?? new Date(clock.now().getTime() - hourMs);
  const after = (hours: number) => new Date(opensAt.getTime() + hours * hourMs);
  const [nominationsCloseAt, finalOpensAt, finalClosesAt] = [after(2), after(3), after(5)];
  const eventId = `event-${randomBytes(6).toString('hex')}`;
  const titled = JSON.stringify([
    { title: JSON.parse(inBothLanguages('A rule')), text: JSON.parse(inBothLanguages('So')) },
  ]);
  await ownerPool.query(
    `INSERT INTO song_event (id, activity_id, title, subtitle, cover_seed, time_zone, nominations_open_at,
       nominations_close_at, final_opens_at, final_closes_at, places, daily_cap, rules, rewards, position)
     VALUES ($1, $2, $3, $3, 'songs', $4, $5, $6, $7, $8, $9, $10, $11, '[]', 0)`,
    [
      eventId,
      activityId,
      inBothLanguages('The songs'),
      timeZone,
      opensAt,
      nominationsCloseAt,
      finalOpensAt,
      finalClosesAt,
      places,
      dailyCap,
      titled,
    ],
  );
  const songIds = Array.from({ length: songs }, (_, position) => `${eventId}-${position}`);
  await ownerPool.query(
    `INSERT INTO song (id, event_id, title, artist, story, lyrics, year, seconds, seed, position)
     SELECT id, $1, $2, $2, $2, $2, 2025, 200, id, o - 1 FROM unnest($3::text[]) WITH ORDINALITY AS s (id, o)`,
    [eventId, inBothLanguages('A song'), songIds],
  );
  return { eventId, songIds, nominationsOpenAt: opensAt, nominationsCloseAt, finalOpensAt, finalClosesAt };
}
