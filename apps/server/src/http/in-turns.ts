import { setImmediate as nextTurn } from 'node:timers/promises';

/** So many listeners are written to before the event loop goes round. */
const listenersATurn = 200;

/** Does something for each of thousands of listeners without holding up everybody else's calls meanwhile. */
export async function inTurns<Listener>(
  audience: readonly Listener[],
  tell: (listener: Listener) => void,
): Promise<void> {
  for (let from = 0; from < audience.length; from += listenersATurn) {
    if (from > 0) await nextTurn();
    for (const listener of audience.slice(from, from + listenersATurn)) tell(listener);
  }
}
