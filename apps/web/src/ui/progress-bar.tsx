import type { ReactNode } from 'react';

type ProgressBarProps = {
  label: string;
  /** The text that is read aloud in place of the percentage. */
  value?: string;
  done: number;
  total: number;
  className?: string;
  bar?: 'action' | 'medal-1';
  /** In place of `bar`. */
  colour?: string;
};

/** Shows how far something has come. Only its scale moves, so it costs no layout. */
export function ProgressBar({
  label,
  value,
  done,
  total,
  className = 'bg-raise',
  bar = 'action',
  colour,
}: ProgressBarProps): ReactNode {
  const part = total > 0 ? Math.min(1, done / total) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuetext={value}
      aria-valuenow={done}
      aria-valuemin={0}
      aria-valuemax={total}
      className={`h-2.5 overflow-hidden rounded-full ${className}`}
    >
      <div
        className={`${colour ? '' : bar} h-full w-full origin-left rounded-full transition-transform duration-500`}
        style={{ transform: `translateX(${(part - 1) * 100}%)`, background: colour }}
      />
    </div>
  );
}
