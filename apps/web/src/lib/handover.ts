/** Passes items to code that loads later. */
export type Handover<Thing> = {
  readonly give: (thing: Thing) => void;
  /** Passes all queued and future items to the consumer. */
  readonly takeBy: (taker: (thing: Thing) => void) => void;
};

/**
 * Lets first-screen code pass items to code that loads later.
 * @param mostWaiting items beyond it are dropped while there is no receiver
 */
export function handover<Thing>(mostWaiting: number): Handover<Thing> {
  const waiting: Thing[] = [];
  let take = (thing: Thing): void => {
    if (waiting.length < mostWaiting) waiting.push(thing);
  };
  return {
    give: (thing) => take(thing),
    takeBy: (taker) => {
      take = taker;
      for (const thing of waiting.splice(0)) taker(thing);
    },
  };
}
