import { LRUCache } from 'lru-cache';

/** The most bytes of all rooms of a process together. */
const mostBytes = 16 * 1024 * 1024;
/** A listener who missed no more changes than this gets only those changes. */
const mostExact = 32;

/**
 * The first events of listeners who come back, by the position from which they go on. Many come back with the same one, after
 * a restart or a lost network.
 */
export type ChatReturns = {
  /** @param version a number that changes with everything that the event shows */
  eventFrom(where: ChatReturn): Promise<Buffer>;
  readonly keptBytes: number;
};

type ChatReturn = { readonly version: number; readonly from: number; readonly read: () => Promise<Buffer> };

export function createChatReturns(): ChatReturns {
  const events = new LRUCache<string, Buffer, ChatReturn>({
    maxSize: mostBytes,
    sizeCalculation: (event) => event.length,
    // Listeners wait for a read even if newer events leave no room to keep it.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => context.read(),
  });
  return {
    async eventFrom(where) {
      const event = await events.fetch(`${where.version} ${where.from}`, { context: where });
      if (!event) throw new Error('The read of a chat brought nothing');
      return event;
    },
    get keptBytes() {
      return events.calculatedSize;
    },
  };
}

/**
 * Returns the position from which a listener at `after` goes on. After many changes it is earlier, so that listeners
 * with near positions share one event; a client ignores a message that comes twice.
 * @param most changes that are read at all
 */
export function sharedPosition(after: number, seq: number, most: number): number {
  const missed = seq - after;
  if (missed <= mostExact) return after;
  const shared = 2 ** Math.ceil(Math.log2(missed));
  return shared > most ? 0 : Math.max(0, seq - shared);
}
