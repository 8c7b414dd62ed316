/**
 * The instants at which independent callers come (a Poisson process), in milliseconds from the first one on, in order and
 * without end.
 *
 * @param random numbers from 0 to below 1.
 */
export function* arrivalsMs(perSecond: number, random: () => number = Math.random): Generator<number, never> {
  for (let atMs = 0; ; atMs += (-Math.log(1 - random()) / perSecond) * 1000) yield atMs;
}
