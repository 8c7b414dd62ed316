import type { ReactNode } from 'react';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** Shows task cards in their final geometry. While nothing loads yet, screen readers do not hear of them. */
export function TaskListSkeleton({ count, isLoading = true }: { count: number; isLoading?: boolean }): ReactNode {
  const cards = Array.from({ length: count }, (_, index) => <Skeleton key={index} className="h-24 rounded-tile" />);
  if (!isLoading) return <div className="space-y-2.5">{cards}</div>;
  return <LoadingRegion className="space-y-2.5">{cards}</LoadingRegion>;
}
