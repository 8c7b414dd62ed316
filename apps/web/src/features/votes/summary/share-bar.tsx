import type { ReactNode } from 'react';

type ShareBarProps = {
  /** From 0 to 1. */
  part: number;
  /** The gradient of actions where none is given. */
  colour?: string;
  className?: string;
};

/** A bar beside a number that says the same: decoration, so screen readers hear the number alone. */
export function ShareBar({ part, colour, className = '' }: ShareBarProps): ReactNode {
  return (
    <div aria-hidden="true" className={`h-1.5 overflow-hidden rounded-full bg-raise ${className}`}>
      <div
        className={`h-full w-full rounded-full ${colour ? '' : 'action'}`}
        style={{ transform: `translateX(${(part - 1) * 100}%)`, ...(colour && { background: colour }) }}
      />
    </div>
  );
}
