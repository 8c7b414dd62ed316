import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';

const rollMs = 600;

type RollingNumberProps = {
  value: number;
  /** The start value of the first roll; without it the first value appears immediately. */
  initial?: number;
};

/** Shows a number that rolls to its new value; at once for those who prefer less motion. */
export function RollingNumber({ value, initial = value }: RollingNumberProps): ReactNode {
  const [shown, setShown] = useState(initial);
  const from = useRef(initial);

  useEffect(() => {
    const start = from.current;
    from.current = value;
    if (start === value || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setShown(value);
      return undefined;
    }
    let frame = 0;
    const startedAt = performance.now();
    const roll = (now: number) => {
      const part = Math.min(1, (now - startedAt) / rollMs);
      const eased = 1 - (1 - part) ** 3;
      setShown(Math.round(start + (value - start) * eased));
      if (part < 1) frame = requestAnimationFrame(roll);
    };
    frame = requestAnimationFrame(roll);
    return () => cancelAnimationFrame(frame);
  }, [value]);

  return <span className="num">{formatNumber(shown)}</span>;
}
