import type { ReactNode } from 'react';

const medals = ['medal-1', 'medal-2', 'medal-3'];

/** The place of an idol in the lineup, counted from 0, as a medal. Stands beside words that say the same. */
export function PlaceBadge({ index, className = '' }: { index: number; className?: string }): ReactNode {
  const look = medals[index];
  return (
    <span
      aria-hidden="true"
      className={`num grid size-6 place-content-center rounded-full text-[13px] font-extrabold shadow-card ${
        look ? `${look} text-medal` : 'bg-ink text-bg'
      } ${className}`}
    >
      {index + 1}
    </span>
  );
}
