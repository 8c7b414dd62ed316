import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { nearestMoment } from './chart-geometry.ts';

/** How many moments PageUp and PageDown go: about half a day of an hourly count. */
const pageStep = 12;

type ChartCursor = {
  /** The moment that is looked at; the last one until the fan chooses. */
  readonly index: number;
  /** For the element that covers the plot. */
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
