import type { ReactNode } from 'react';
import { LoadingRegion } from './loading-region.tsx';
import { Skeleton } from './skeleton.tsx';

type RecordRowProps = { media: ReactNode; title: ReactNode; detail: ReactNode; trailing: ReactNode };

/** Shows one line of a history: what, when, how much. */
export function RecordRow({ media, title, detail, trailing }: RecordRowProps): ReactNode {
  return (
    <div className="flex min-h-16 items-center gap-3 py-2.5">
      {media}
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        <p className="num text-caption text-mute">{detail}</p>
      </div>
      <div className="shrink-0 text-right">{trailing}</div>
    </div>
  );
}

/** Shows rows of a record in their final geometry; higher than two lines by `rowHeight`. */
export function RecordSkeleton({ count = 3, rowHeight }: { count?: number; rowHeight?: number }): ReactNode {
  return (
    <LoadingRegion className="divide-y divide-line">
      {Array.from({ length: count }, (_, index) => (
        <div key={index}>
          <div className="flex min-h-16 items-center gap-3 py-2.5" style={{ minHeight: rowHeight }}>
            <Skeleton className="size-11 rounded-full" />
            <div className="flex-1 space-y-1.5">
              <Skeleton className="h-4 w-32 rounded-full" />
              <Skeleton className="h-3 w-24 rounded-full" />
            </div>
          </div>
        </div>
      ))}
    </LoadingRegion>
  );
}
