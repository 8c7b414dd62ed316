import type { ReactNode } from 'react';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

const paragraphs = [
  ['w-full', 'w-full', 'w-2/3'],
  ['w-full', 'w-11/12', 'w-full', 'w-1/2'],
  ['w-full', 'w-full', 'w-3/4'],
];

/** The lines of a page while its text is on its way. */
export function PageSkeleton(): ReactNode {
  return (
    <LoadingRegion>
      <Skeleton className="h-4 w-40 rounded-full" />
      {paragraphs.map((lines, index) => (
        <div key={lines.join()} className="mt-8 space-y-3">
          {index > 0 ? <Skeleton className="mb-4 h-6 w-44 rounded-control" /> : null}
          {lines.map((width, line) => (
            <Skeleton key={line} className={`h-4 rounded-full ${width}`} />
          ))}
        </div>
      ))}
    </LoadingRegion>
  );
}
