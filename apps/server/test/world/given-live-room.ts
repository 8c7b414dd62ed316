import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inBothLanguages } from './in-both-languages.ts';

type Options = {
  readonly source?: 'studio' | 'rtmp';
  readonly price?: number;
  readonly seats?: number;
  /** An hour from now unless wished otherwise; the room is open for an hour. */
  readonly opensInMs?: number;
  readonly replayHours?: number;
};

export const roomHourMs = 3_600_000;

/** Puts a live room in place: broadcast from the browser and for 50 Points, unless wished otherwise. Returns its id. */
export async function givenLiveRoom(
  { ownerPool, clock }: { readonly ownerPool: pg.Pool; readonly clock: { readonly now: () => Date } },
  { source = 'studio', price = 50, seats, opensInMs = roomHourMs, replayHours = 0 }: Options = {},
): Promise<string> {
  const id = `room-${randomBytes(6).toString('hex')}`;
  const opensAt = clock.now().getTime() + opensInMs;
  await ownerPool.query(
    `INSERT INTO live_room (id, stream_name, title, description, host_name, cover_seed, source, price, seats, opens_at,
                            closes_at, replay_hours)
     VALUES ($1, $1, $2, $2, $2, $1, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      inBothLanguages('A room'),
      source,
      price,
      seats ?? null,
      new Date(opensAt),
      new Date(opensAt + roomHourMs),
      replayHours,
    ],
  );
  return id;
}
