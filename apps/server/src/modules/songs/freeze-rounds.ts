import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { Round, SongEvent } from './song-event.rules.ts';
import { holdEvent, listSongEvents } from './song-event.store.ts';
import { keepResult } from './standings.store.ts';

/**
 * How long after its last second a round is frozen at the earliest: a vote that was received in time may still wait for a
 * database that restarts. As long as elections take.
 */
export const freezingGraceMs = 15_000;

const rounds = ['nominations', 'final'] as const;

/**
 * Freezes every round whose grace is over, each once however often and by however many this runs.
 *
 * @param now a time on which all processes agree: it cannot be undone
 * @returns how many rounds this call froze
 */
export async function freezeRounds(db: Kysely<DB>, now: Date): Promise<number> {
  let frozen = 0;
  for (const event of await listSongEvents(db)) {
    for (const round of rounds) {
      if (isDue(event, round, now) && (await transactionWithRetry(db, (tx) => freezeRound(tx, event.id, round, now))))
        frozen += 1;
    }
  }
  return frozen;
}

/** Freezes one round in the caller's transaction. False when it is frozen already, or not due. */
export async function freezeRound(tx: Transaction<DB>, eventId: string, round: Round, now: Date): Promise<boolean> {
  const event = await holdEvent(tx, eventId);
  if (!isDue(event, round, now)) return false;
  await keepResult(tx, { event, round, frozenAt: now });
  return true;
}

/** The final is frozen after the nominations, which say what stands in it. */
function isDue(event: SongEvent, round: Round, now: Date): boolean {
  const [closesAt, frozenAt] =
    round === 'nominations'
      ? [event.nominationsCloseAt, event.nominationsFrozenAt]
      : [event.finalClosesAt, event.finalFrozenAt];
  return !frozenAt && now.getTime() >= closesAt.getTime() + freezingGraceMs;
}
