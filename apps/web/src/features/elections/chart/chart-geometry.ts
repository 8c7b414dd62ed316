import { zoneOffsetMs } from '@lightstick/contract/zoned-date';
import { scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import type { EventSummary } from '#/features/elections/events.ts';

export type ChartView = 'all' | 'leaders';

/** A line of the chart with its colour and dashes, so that colour alone does not carry meaning. */
export type ChartLine = {
  readonly key: string;
  /** Null for the line of all votes, whose name is the chart's. */
  readonly name: string | null;
  readonly portraitUrl: string | null;
  readonly values: readonly number[];
  readonly colour: string;
  readonly dashes: string;
};

const leaderLooks = [
  { colour: 'text-brand', dashes: '' },
  { colour: 'text-warn', dashes: '7 4' },
  { colour: 'text-ok', dashes: '1.5 4' },
];

export function chartLines({ votesOverTime, leaders, ranking }: EventSummary, view: ChartView): readonly ChartLine[] {
  if (view === 'all') {
    const values = votesOverTime.map(({ votes }) => votes);
    return [{ key: 'all', name: null, portraitUrl: null, values, colour: 'text-brand', dashes: '' }];
  }
  return leaders.flatMap((idolId, index) => {
    const idol = ranking.find((row) => row.idolId === idolId);
    const look = leaderLooks[index];
    if (!idol || !look) return [];
    const values = votesOverTime.map(({ leaderVotes }) => leaderVotes[index] ?? 0);
    return [{ key: idolId, name: idol.name, portraitUrl: idol.portraitUrl, values, ...look }];
  });
}

/** One line of a chart: a value for each moment. */
type Series = readonly number[];

/** Positions in a chart, in percent of its width from the left and of its height from the top. */
export type ChartGeometry = {
  readonly x: (atMs: number) => number;
  readonly y: (value: number) => number;
  /** Round values to draw a line at, from zero upwards. */
  readonly valueTicks: readonly number[];
  /** SVG paths over a box of 100 by 100. */
  readonly linePath: (series: Series) => string;
  readonly areaPath: (series: Series) => string;
};

const gridLines = 4;

/** Lays a chart out over moments (Unix milliseconds, ascending) and values from zero to the highest of all series. */
export function chartGeometry(momentsMs: readonly number[], allSeries: readonly Series[]): ChartGeometry {
  const highest = Math.max(1, ...allSeries.flat());
  const toX = scaleLinear([momentsMs[0] ?? 0, momentsMs.at(-1) ?? 1], [0, 100]);
  const toY = scaleLinear([0, highest], [100, 0]).nice(gridLines);
  const x = (index: number) => toX(momentsMs[index] ?? 0);
  const drawLine = line<number>((_, index) => x(index), toY).curve(curveMonotoneX);
  const drawArea = area<number>((_, index) => x(index), 100, toY).curve(curveMonotoneX);
  return {
    x: toX,
    y: toY,
    // Votes are whole, so a small count has no line at a half.
    valueTicks: toY.ticks(gridLines).filter(Number.isInteger),
    linePath: (series) => drawLine(series) ?? '',
    areaPath: (series) => drawArea(series) ?? '',
  };
}

/** Returns the position of the moment nearest to a part (0 to 1) of the way from the first to the last. */
export function nearestMoment(momentsMs: readonly number[], part: number): number {
  const [first = 0, last = 0] = [momentsMs[0], momentsMs.at(-1)];
  const wantedMs = first + part * (last - first);
  let nearest = 0;
  for (const [index, atMs] of momentsMs.entries()) {
    if (Math.abs(atMs - wantedMs) < Math.abs((momentsMs[nearest] ?? 0) - wantedMs)) nearest = index;
  }
  return nearest;
}

let compact: Intl.NumberFormat | undefined;

/** Formats as `250K` for the axis of a chart, where there is room for no more. */
export function formatCompact(value: number): string {
  // Made at first use, because the first `Intl` of a page takes long on a phone.
  compact ??= new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
  return compact.format(value);
}

type TimeTicks = {
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
 * A label near an end of the axis moves inwards to stay on it. The first or last tick is left out if its label would then cover
 * the next one. `x` gives the place of a tick and `labelWidth` the width of its label, in percent of the axis.
 */
export function ticksWithRoom(
  ticks: readonly number[],
  { x, labelWidth }: { x: (tick: number) => number; labelWidth: number },
): readonly number[] {
  const half = labelWidth / 2;
  const middleOf = (tick: number) => Math.max(half, Math.min(100 - half, x(tick)));
  const covers = (tick: number, next: number | undefined) =>
    next !== undefined && Math.abs(middleOf(next) - middleOf(tick)) < labelWidth;
  const shown = [...ticks];
  const [first, second] = shown;
  if (first !== undefined && covers(first, second)) shown.shift();
  const last = shown.at(-1);
  if (last !== undefined && covers(last, shown.at(-2))) shown.pop();
  return shown;
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
