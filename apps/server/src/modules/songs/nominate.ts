import type { Transaction } from 'kysely';
import { addDays, localDateAt, startOfLocalDate } from '#/lib/local-date.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { enterEvent } from './song-event.store.ts';
import { insertNomination } from './song-vote.store.ts';
import { readStandings } from './standings.store.ts';

export type NominationIntent = {
  readonly fanId: number;
  readonly songId: string;
  /** When the request arrived; the nomination counts to this instant. */
  readonly receivedAt: Date;
};

/** Nominates a song for free, once per fan, song and day of the event's time zone. */
export async function nominate(tx: Transaction<DB>, { fanId, songId, receivedAt }: NominationIntent) {
  const event = await enterEvent(tx, songId);
  if (receivedAt < event.nominationsOpenAt) throw new Refusal('NOMINATIONS_NOT_OPEN');
  if (event.nominationsFrozenAt || receivedAt >= event.nominationsCloseAt) throw new Refusal('NOMINATIONS_ENDED');
  const day = localDateAt(receivedAt, event.timeZone);
  if (!(await insertNomination(tx, { fanId, eventId: event.id, songId, day, receivedAt })))
    throw new Refusal('SONG_NOMINATED_TODAY');
  const standing = (await readStandings(tx, event, 'nominations')).find((one) => one.songId === songId);
  return {
    songId,
    nominations: standing?.votes ?? 0,
    rank: standing?.rank ?? 1,
    nominatedAt: receivedAt.toISOString(),
    resetsAt: startOfLocalDate(addDays(day, 1), event.timeZone).toISOString(),
  };
}
