import type { ReactNode } from 'react';
import { sparkLine } from './spark-line.ts';

const [width, height] = [100, 32];

/** Draws how a number went, in the colour of the text, over the whole size that its classes give. Numbers stand beside it. */
export function Spark({ values, className }: { values: readonly number[]; className: string }): ReactNode {
  const line = sparkLine(values, { width, height });
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      overflow="visible"
      aria-hidden="true"
      className={className}
    >
      {line ? (
        <g fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round">
          <path d={`${line.path}V${height}H0Z`} fill="currentColor" fillOpacity={0.14} stroke="none" />
          <path d={line.path} strokeWidth={2} vectorEffect="non-scaling-stroke" />
          {/* A line without length is a round dot, also where the picture is stretched. */}
          <path d={`M${line.end}h0`} strokeWidth={6} vectorEffect="non-scaling-stroke" />
        </g>
      ) : null}
    </svg>
  );
}
