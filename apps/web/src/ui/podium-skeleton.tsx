import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';

const places = [
  { column: 'order-2', picture: 'aspect-[5/6.6]', block: 'h-27', lowBlock: 'h-19' },
  { column: 'order-1', picture: 'aspect-[5/6]', block: 'h-20', lowBlock: 'h-14' },
  { column: 'order-3', picture: 'aspect-[5/6]', block: 'h-16', lowBlock: 'h-11' },
];

/** The podium's final geometry, before anybody stands on it. */
export function PodiumSkeleton({ compact = false }: { compact?: boolean }): ReactNode {
  return (
    <div aria-hidden="true" className="grid grid-cols-[1fr_1.12fr_1fr] items-end gap-2.5">
      {places.map(({ column, picture, block, lowBlock }) => (
        <div key={column} className={column}>
          <div className="p-[3px]">
            <Skeleton className={`w-full rounded-[19px] ${picture}`} />
          </div>
          <Skeleton className="mx-auto mt-5 h-5 w-20 rounded-full" />
          <div className="h-4" />
          <div
            className={`mt-2 rounded-t-tile bg-linear-to-b from-white/15 to-white/5 ${compact ? lowBlock : block}`}
          />
        </div>
      ))}
    </div>
  );
}
