import { type ReactNode, useCallback, useId, type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useZonedDates } from '#/lib/format/zoned-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import {
  type ChartGeometry,
  formatCompact,
  type ChartLine,
  nearestMoment,
  ticksWithRoom,
  timeTicks,
} from './chart-geometry.ts';

type ChartPlotProps = {
  momentsMs: readonly number[];
  lines: readonly ChartLine[];
  geometry: ChartGeometry;
  cursor: ReturnType<typeof useChartCursor>;
  timeZone: string;
};

/**
 * Shows the plot as a slider over its instants: arrow keys, finger or pointer move the cursor, and screen readers hear
 * its values. Shapes stretch to the width; HTML above them keeps its shape.
 */
export function ChartPlot({ momentsMs, lines, geometry, cursor, timeZone }: ChartPlotProps): ReactNode {
  const t = useText();
  const { format } = useZonedDates(timeZone);
  const atMs = momentsMs[cursor.index] ?? 0;
  const valueTexts = lines.map(({ name, values }) => {
    const votes = values[cursor.index] ?? 0;
    return name === null ? t('summary.pointVotes', { votes }) : t('summary.pointOf', { name, votes });
  });
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('summary.chartCursor')}
        aria-valuemin={0}
        aria-valuemax={momentsMs.length - 1}
        aria-valuenow={cursor.index}
        aria-valuetext={[format(atMs, 'moment'), ...valueTexts].join(', ')}
        {...cursor.handlers}
        className="enter relative mt-2 h-52 cursor-crosshair [touch-action:pan-y] rounded-control select-none"
      >
        <GridLines geometry={geometry} />
        <Shapes lines={lines} geometry={geometry} />
        <span
          className="absolute inset-y-0 -ml-px w-0.5 bg-mute/60"
          style={{ left: `${geometry.x(atMs)}%` }}
          aria-hidden="true"
        />
        {lines.map(({ key, values, colour }) => (
          <span
            key={key}
            aria-hidden="true"
            className={`absolute -mt-1.5 -ml-1.5 size-3 rounded-full border-2 border-surface bg-current ${colour}`}
            style={{ left: `${geometry.x(atMs)}%`, top: `${geometry.y(values[cursor.index] ?? 0)}%` }}
          />
        ))}
      </div>
      <TimeAxis momentsMs={momentsMs} geometry={geometry} timeZone={timeZone} />
    </>
  );
}

function GridLines({ geometry: { valueTicks, y } }: { geometry: ChartGeometry }): ReactNode {
  return valueTicks.map((value) => (
    <span
      key={value}
      aria-hidden="true"
      className="absolute inset-x-0 border-t border-line"
      style={{ top: `${y(value)}%` }}
    >
      {value > 0 ? (
        <span className="num absolute top-0.5 left-0 text-caption text-mute">{formatCompact(value)}</span>
      ) : null}
    </span>
  ));
}

function Shapes({ lines, geometry }: Pick<ChartPlotProps, 'lines' | 'geometry'>): ReactNode {
  const fillId = useId();
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-0 size-full overflow-visible"
    >
      <defs>
        <linearGradient id={fillId} x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="var(--brand)" stopOpacity="0.38" />
          <stop offset="1" stopColor="var(--brand)" stopOpacity="0.03" />
        </linearGradient>
      </defs>
      {lines.map(({ key, name, values, colour, dashes }) => (
        <g key={key} className={colour}>
          {name === null ? <path d={geometry.areaPath(values)} fill={`url(#${fillId})`} /> : null}
          <path
            d={geometry.linePath(values)}
            fill="none"
            stroke="currentColor"
            strokeWidth="2.5"
            strokeLinejoin="round"
            strokeLinecap="round"
            strokeDasharray={dashes}
            vectorEffect="non-scaling-stroke"
          />
        </g>
      ))}
    </svg>
  );
}

/** A label, the gap to the next one, and the width of the card beside the plot, in rem. */
const labelWidth = 3.5;
const labelGap = 0.9;
const besidePlot = 4.5;
const mostLabels = 5;

/** Measures the width of the axis in rem, at each size of the window and of the fan's text; the axis is one rem high. */
function useAxisWidth(): readonly [number, (axis: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(
    () => innerWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize) - besidePlot,
  );
  const measure = useCallback((axis: HTMLElement | null) => {
    if (!axis) return undefined;
    const observer = new ResizeObserver(() => {
      // A screen that is hidden has no size.
      if (axis.offsetHeight > 0) setWidth(axis.offsetWidth / axis.offsetHeight);
    });
    observer.observe(axis);
    return () => observer.disconnect();
  }, []);
  return [Math.max(1, width), measure];
}

function TimeAxis({
  momentsMs,
  geometry,
  timeZone,
}: Pick<ChartPlotProps, 'momentsMs' | 'geometry' | 'timeZone'>): ReactNode {
  const { format } = useZonedDates(timeZone);
  const [width, measure] = useAxisWidth();
  const fitting = Math.floor(width / (labelWidth + labelGap));
  const { ticks, areDays } = timeTicks(
    { fromMs: momentsMs[0] ?? 0, toMs: momentsMs.at(-1) ?? 0, timeZone },
    Math.min(mostLabels, Math.max(2, fitting)),
  );
  const shown = ticksWithRoom(ticks, { x: geometry.x, labelWidth: (100 * labelWidth) / width });
  return (
    <div ref={measure} aria-hidden="true" className="@container num relative mt-1.5 h-[1rem] text-caption text-mute">
      {shown.map((tick) => {
        const x = geometry.x(tick);
        // The middle of a label is at its moment; near an end of the axis the label moves inwards to stay on it.
        const translate = `clamp(${-x}cqw, -50%, calc(${100 - x}cqw - 100%))`;
        return (
          <span key={tick} className="absolute whitespace-nowrap" style={{ left: `${x}%`, translate }}>
            {format(tick, areDays ? 'tick' : 'hour')}
          </span>
        );
      })}
    </div>
  );
}

/** The number of moments that PageUp and PageDown go: about half a day of an hourly count. */
const pageStep = 12;

type ChartCursor = {
  /** The moment that is looked at; the last one until the fan chooses. */
  readonly index: number;
  /** Handlers of the element that covers the plot. */
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
};

/** Lets pointer, finger and keyboard choose a moment of a chart. */
export function useChartCursor(momentsMs: readonly number[]): ChartCursor {
  const last = momentsMs.length - 1;
  const [chosen, setChosen] = useState<number | null>(null);
  const index = Math.min(chosen ?? last, last);

  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width > 0) setChosen(nearestMoment(momentsMs, (event.clientX - left) / width));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = {
      ArrowLeft: index - 1,
      ArrowDown: index - 1,
      ArrowRight: index + 1,
      ArrowUp: index + 1,
      PageDown: index - pageStep,
      PageUp: index + pageStep,
      Home: 0,
      End: last,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    setChosen(Math.min(Math.max(target, 0), last));
  };
  return { index, handlers: { onPointerDown: point, onPointerMove: point, onKeyDown } };
}
