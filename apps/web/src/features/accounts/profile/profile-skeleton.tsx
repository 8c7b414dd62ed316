import type { ReactNode } from 'react';
import { Skeleton } from '#/ui/skeleton.tsx';

/** On the stage: the fan's picture and its buttons before they are known. */
export function PictureSkeleton(): ReactNode {
  return (
    <div className="flex flex-col items-center gap-4">
      <span className="size-32 rounded-full border-4 border-white/80 bg-white/20" />
      <span className="h-11 w-40 rounded-full bg-black/30" />
      <span className="h-4" />
    </div>
  );
}

/** The form of the profile before the profile is known. */
export function ProfileSkeleton(): ReactNode {
  return (
    <div className="space-y-4">
      <Skeleton className="h-25 rounded-control" />
      <Skeleton className="h-40 rounded-control" />
      <Skeleton className="h-26 rounded-tile" />
      <Skeleton className="h-14 rounded-tile" />
    </div>
  );
}
