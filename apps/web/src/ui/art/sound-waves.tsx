import type { ReactNode } from 'react';
import { lights } from './drawing.tsx';

/**
 * Returns the height of each bar, 0 to 1: three swells under one arch, quiet at both ends. It is decorative, so it is
 * the same for every visit.
 */
function barHeights(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => {
    const along = (index + 0.5) / count;
    const arch = Math.sin(Math.PI * along);
    const swell = 0.55 + 0.45 * Math.cos(6 * Math.PI * along);
    const grain = 0.75 + 0.25 * Math.sin(index * 2.4);
    return Math.max(0.08, arch * swell * grain);
  });
}

type SoundWavesProps = {
  x: number;
  /** The line on which the bars are centred. */
  middle: number;
  width: number;
  height: number;
  count: number;
  /** The name of the bars' gradient, unique on the screen. */
  id: string;
};

/** Draws sound as a row of bars that beat. Part of a drawing. */
export function SoundWaves({ x, middle, width, height, count, id }: SoundWavesProps): ReactNode {
  const step = width / count;
  const thickness = step * 0.56;
  return (
    <g>
      <linearGradient id={id} gradientUnits="userSpaceOnUse" x1={x} x2={x + width}>
        <stop stopColor={lights.gold} />
        <stop offset=".5" stopColor={lights.pink} />
        <stop offset="1" stopColor={lights.violet} />
      </linearGradient>
      {barHeights(count).map((part, index) => (
        <rect
          key={index}
          className="beat"
          style={{ animationDelay: `${-(index * 0.37) % 1.4}s` }}
          x={x + step * index + (step - thickness) / 2}
          y={middle - (part * height) / 2}
          width={thickness}
          height={part * height}
          rx={thickness / 2}
          fill={`url(#${id})`}
        />
      ))}
    </g>
  );
}
