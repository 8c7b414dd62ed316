import { Listener } from './listener.ts';
import type { FromAudience, ToAudience } from './messages.ts';

/** The process in which the audience sits: it opens connections, and tells when everybody has heard of a vote. */
const atOnce = 50;
const seats: Listener[] = [];
let awaited: number | undefined;
let latecomers = new Set<Listener>();

process.on('message', (message: ToAudience) => {
  if (message.kind === 'come') void come(message).then(() => say({ kind: 'seated' }), fail);
  else waitFor(message.totalVotes);
});
// A terminal's signal reaches every process of the group. Who has started this one says when to end, or is gone.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => process.exit());

async function come({ port, path, listeners }: ToAudience & { kind: 'come' }): Promise<void> {
  while (seats.length < listeners) {
    const coming = Math.min(atOnce, listeners - seats.length);
    seats.push(...(await Promise.all(Array.from({ length: coming }, () => sit({ port, path })))));
  }
}

/** Resolves when the newcomer has heard the ranking for the first time. */
function sit(place: { readonly port: number; readonly path: string }): Promise<Listener> {
  const { promise, resolve, reject } = Promise.withResolvers<Listener>();
  const listener = new Listener(place, {
    onHeard() {
      resolve(listener);
      if (awaited !== undefined && listener.totalVotes >= awaited && latecomers.delete(listener)) tellWhenAllHeard();
    },
    onEnd(why) {
      reject(new Error(why));
      if (seats.includes(listener)) fail(new Error(`A listener was lost: ${why}`));
    },
  });
  return promise;
}

/** Begins to wait for an event, which some listeners may have received before this process began to watch. */
function waitFor(totalVotes: number): void {
  awaited = totalVotes;
  latecomers = new Set(seats.filter((listener) => listener.totalVotes < totalVotes));
  tellWhenAllHeard();
}

function tellWhenAllHeard(): void {
  if (latecomers.size > 0) return;
  awaited = undefined;
  let firstMs = Infinity;
  let lastMs = 0;
  for (const { heardMs } of seats) {
    firstMs = Math.min(firstMs, heardMs);
    lastMs = Math.max(lastMs, heardMs);
  }
  say({ kind: 'heard', firstMs, lastMs, events: seats[0]?.events ?? 0 });
}

function fail(error: unknown): void {
  say({ kind: 'failed', why: error instanceof Error ? error.message : String(error) });
}

function say(message: FromAudience): void {
  process.send?.(message);
}
