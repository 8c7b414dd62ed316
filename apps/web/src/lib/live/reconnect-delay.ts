const firstMs = 1000;
const longestMs = 30_000;

/**
 * How long to wait before connecting again after `failures` in a row: doubling from a second to half a minute, of which
 * a random half, so that all the fans of a restarted server do not come back in one moment.
 */
export function reconnectDelayMs(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));
  return Math.round(ceiling * (0.5 + random() / 2));
}
