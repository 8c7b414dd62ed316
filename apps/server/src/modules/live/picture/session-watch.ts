import { LRUCache } from 'lru-cache';
import { createBatchLoader } from '#/lib/batch-loader.ts';
import { freshFor } from '#/lib/fresh-for.ts';
import { roomFor } from '#/lib/room-for.ts';
import { createSingleFlight } from '#/lib/single-flight.ts';
import type { Services } from '#/services.ts';
import { type Ending, type EndReason, readChangedSessions, readSessions } from './sessions.store.ts';
import type { PlayerSession } from './playback-token.ts';

/** With the polling of players, every four seconds at most, an ended session stops within eight. */
const changesFreshMs = 3_000;
/** A process remembers the sessions that asked last, and reads the others again. */
const mostSessions = 50_000;
const rememberMs = 60_000;
/** Changes are read again for so long: clocks of processes differ, and a transaction commits later than its time. */
const overlapMs = 60_000;

export type SessionWatch = {
  /** Why a session may no longer watch. While the database is away, what was known holds, and the unknown may watch. */
  endOf(session: PlayerSession): Promise<EndReason | undefined>;
};

/**
 * Knows which sessions have ended, without a query for each request: a session is read when it asks for the first time, and
 * then only what has changed is read, every few seconds for all together.
 */
export function createSessionWatch({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>): SessionWatch {
  const known = new LRUCache<string, Ending | 'gone'>({ ...roomFor(mostSessions), ...freshFor(clock, rememberMs) });
  const read = createBatchLoader((ids: readonly string[]) => readSessions(db, ids), { readers: 2, batchMax: 200 });
  const changes = createSingleFlight(
    clock,
    async () => {
      const since = new Date(clock.now().getTime() - overlapMs);
      for (const ending of await readChangedSessions(db, since)) {
        if (known.has(ending.id)) known.set(ending.id, ending);
      }
    },
    changesFreshMs,
  );

  async function find({ id, opening }: PlayerSession): Promise<Ending | 'gone'> {
    const remembered = known.get(id);
    // Another process has opened it since.
    const isOld = typeof remembered === 'object' && remembered.opening < opening;
    if (remembered && !isOld) return remembered;
    const found = (await read(id)) ?? 'gone';
    known.set(id, found);
    return found;
  }

  return {
    async endOf(session) {
      const { id, opening } = session;
      try {
        // Only what is remembered can have changed since.
        if (known.has(id)) await changes.current();
      } catch (error) {
        log.error({ err: error }, 'ended sessions could not be read');
      }
      const found = await find(session).catch((error: unknown) => {
        log.error({ err: error }, 'a session could not be read');
        return undefined;
      });
      if (found === undefined) return undefined;
      if (found === 'gone') return 'LIVE_SESSION_UNKNOWN';
      return found.end ?? (found.opening > opening ? 'LIVE_SESSION_TAKEN' : undefined);
    },
  };
}
