import type { BatchTiming } from '#/lib/micro-batcher.ts';
import type { SeededRandom } from '#/lib/random-from-seed.ts';

type Event = { readonly atMs: number; readonly tie: number; readonly run: () => void };

/** Time that passes only when everything at hand has been done, so that hours take milliseconds and each run is the same. */
export class VirtualTime implements BatchTiming {
  readonly #random: SeededRandom;
  readonly #events: Event[] = [];
  #nowMs = 0;

  /** @param random orders what happens at the same instant. */
  constructor(random: SeededRandom) {
    this.#random = random;
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  sleep(durationMs: number): Promise<void> {
    return new Promise((resolve) => this.after(durationMs, resolve));
  }

  soon(run: () => void): void {
    this.after(0, run);
  }

  after(delayMs: number, run: () => void): void {
    const event = { atMs: this.#nowMs + delayMs, tie: this.#random.next(), run };
    let place = this.#events.length;
    while (place > 0 && isLater(event, this.#events[place - 1] as Event)) place -= 1;
    this.#events.splice(place, 0, event);
  }

  /** Lets time pass until `isOver`, or nothing is going to happen any more, or so much of it has passed. */
  async pass(isOver: () => boolean, mostMs: number): Promise<void> {
    const untilMs = this.#nowMs + mostMs;
    while (!isOver()) {
      // The next event is the last one, so that taking it moves nothing.
      const next = this.#events.at(-1);
      if (!next || next.atMs > untilMs) return;
      this.#events.pop();
      this.#nowMs = next.atMs;
      next.run();
      await everythingAtHand();
    }
  }
}

/** Returns whether the first happens after the second. */
function isLater(one: Event, other: Event): boolean {
  return one.atMs === other.atMs ? one.tie > other.tie : one.atMs > other.atMs;
}

/** Waits until all microtasks are done, before the next turn of the real event loop. */
function everythingAtHand(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
