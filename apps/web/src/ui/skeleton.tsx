import type { ReactNode } from 'react';

/** Shows a placeholder; `className` has the size and the radius. */
export function Skeleton({ className }: { className: string }): ReactNode {
  return <div aria-hidden="true" className={`skeleton ${className}`} />;
}
