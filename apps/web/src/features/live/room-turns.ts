/** What of a room decides when it turns. */
type Turning = { readonly state: string; readonly opensAt: string; readonly closesAt: string | null };

/** Viewers come and go, and a broadcast begins when its host does. */
const longestAgeMs = 30_000;
/** The server needs a moment to turn, and the clients come one after the other. */
const earliestMs = 400;
const spreadMs = 1600;
/** While a turn is overdue. */
const overdueMs = 4000;

/**
 * Milliseconds until rooms are read again: just after the next opening or end, at most half a minute.
 * @param place from 0 to 1, constant for a client
 */
export function untilNextReadMs(rooms: readonly Turning[], nowMs: number, place: number): number {
  const turns = rooms.flatMap(({ state, opensAt, closesAt }) => {
    const at = state === 'coming' ? opensAt : closesAt;
    return (state === 'coming' || state === 'onAir') && at !== null ? [Date.parse(at)] : [];
  });
  const waits = turns.map((turnMs) => (turnMs > nowMs ? turnMs - nowMs + earliestMs + place * spreadMs : overdueMs));
  return Math.min(longestAgeMs, ...waits);
}
