import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { Round, SongEvent } from './song-event.rules.ts';
import { holdEvent, listSongEvents, keepResult } from './songs.store.ts';

/**
 * Minimum delay between a round's end and its freeze: a vote received in time may wait for a database restart.
 * Elections use the same delay.
 */
export const freezingGraceMs = 15_000;

const rounds = ['nominations', 'final'] as const;

/**
 * Freezes each round after its grace period, once, however many processes run it.
 *
 * @param now the database's time, because a freeze cannot be undone
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

/** Freezes one round in the caller's transaction. False when it is frozen already or not due. */
export async function freezeRound(tx: Transaction<DB>, eventId: string, round: Round, now: Date): Promise<boolean> {
  const event = await holdEvent(tx, eventId);
  if (!isDue(event, round, now)) return false;
  await keepResult(tx, { event, round, frozenAt: now });
  return true;
}

/** Returns whether a round is due. The final freezes after the nominations, because they select its songs. */
function isDue(event: SongEvent, round: Round, now: Date): boolean {
  const [closesAt, frozenAt] =
    round === 'nominations'
      ? [event.nominationsCloseAt, event.nominationsFrozenAt]
      : [event.finalClosesAt, event.finalFrozenAt];
  return !frozenAt && now.getTime() >= closesAt.getTime() + freezingGraceMs;
}
