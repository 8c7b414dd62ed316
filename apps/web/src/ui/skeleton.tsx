import type { ReactNode } from 'react';

/** One grey shape in the size of what will stand there; `className` carries the size and the radius. */
export function Skeleton({ className }: { className: string }): ReactNode {
  return <div aria-hidden="true" className={`skeleton ${className}`} />;
}
