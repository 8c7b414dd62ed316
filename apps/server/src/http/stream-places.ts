/** Places of streams that live for as long as their listeners like, bounded for all and for one network. */
export type StreamPlaces = {
  /** Takes a place; nothing when there is none. @returns what gives it back, once however often it is called. */
  take(network: string): (() => void) | undefined;
};

/**
 * @param most places of all
 * @param mostOfNetwork places of one network. A whole stadium may stand behind one address, so it should be a good part of
 *   all; whoever gets none asks for the ranking every few seconds instead.
 */
export function createStreamPlaces(most: number, mostOfNetwork: number): StreamPlaces {
  const taken = new Map<string, number>();
  let takenByAll = 0;

  function move(network: string, by: 1 | -1): void {
    const left = (taken.get(network) ?? 0) + by;
    takenByAll += by;
    if (left === 0) taken.delete(network);
    else taken.set(network, left);
  }

  return {
    take(network) {
      if (takenByAll >= most || (taken.get(network) ?? 0) >= mostOfNetwork) return undefined;
      move(network, 1);
      let isTaken = true;
      return () => {
        if (isTaken) move(network, -1);
        isTaken = false;
      };
    },
  };
}
