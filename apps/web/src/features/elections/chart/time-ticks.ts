import { zoneOffsetMs } from '@lightstick/contract/zoned-date';

export type TimeTicks = {
  /** Unix milliseconds. */
  readonly ticks: readonly number[];
  /** The ticks are midnights and show days. */
  readonly areDays: boolean;
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const stepsMs = [1, 2, 3, 6, 12, 24, 48, 72, 168, 336, 672].map((hours) => hours * hourMs);

/**
 * Ticks of a time axis: full hours or midnights in the zone, at the smallest step with at most `most` of them between
 * `fromMs` and `toMs`.
 */
export function timeTicks(
  { fromMs, toMs, timeZone }: { fromMs: number; toMs: number; timeZone: string },
  most: number,
): TimeTicks {
  const offsetAt = zoneOffsetMs(timeZone);
  for (const stepMs of stepsMs) {
    const ticks = ticksOf(fromMs, toMs, { stepMs, offsetAt, enough: most + 1 });
    if (ticks.length <= most) return { ticks, areDays: stepMs >= dayMs };
  }
  return { ticks: [fromMs], areDays: true };
}

/**
 * Leaves out ticks whose label would cover the next one: a tick nearer than `edge` to an end of the axis needs `apart` to its
 * neighbour. `x` gives the place of a tick; all three are percentages of the axis.
 */
export function ticksWithRoom(
  ticks: readonly number[],
  { x, edge, apart }: { x: (tick: number) => number; edge: number; apart: number },
): readonly number[] {
  return ticks.filter((tick, index) => {
    const isAtStart = x(tick) < edge;
    if (!isAtStart && x(tick) <= 100 - edge) return true;
    const neighbour = ticks[isAtStart ? index + 1 : index - 1];
    return neighbour === undefined || Math.abs(x(neighbour) - x(tick)) >= apart;
  });
}

function ticksOf(
  fromMs: number,
  toMs: number,
  { stepMs, offsetAt, enough }: { stepMs: number; offsetAt: (atMs: number) => number; enough: number },
): number[] {
  const ticks: number[] = [];
  const firstWallMs = Math.ceil((fromMs + offsetAt(fromMs)) / stepMs) * stepMs;
  for (let wallMs = firstWallMs; ; wallMs += stepMs) {
    // The offset an hour away is the same but for the nights on which the clocks are set.
    const atMs = wallMs - offsetAt(wallMs - offsetAt(wallMs));
    if (atMs > toMs || ticks.length === enough) return ticks;
    ticks.push(atMs);
  }
}
