import type { ReactNode } from 'react';
import { type SongEvent, type SongList, useSongList } from './songs.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { OpensSoon } from '#/ui/opens-soon.tsx';

type WithSongsProps = {
  /** The screen's own shape while it is loading. */
  skeleton?: ReactNode;
  children: (list: SongList, event: SongEvent) => ReactNode;
};

/** A sub-screen's content once the event is loaded, or its load failure. */
export function WithSongs({ skeleton = <CardSkeletons />, children }: WithSongsProps): ReactNode {
  const t = useText();
  const list = useSongList();
  if (list.data?.event) return children(list.data, list.data.event);
  if (list.data) return <OpensSoon title={t('songs.none')}>{t('songs.noneText')}</OpensSoon>;
  if (list.isError) {
    return (
      <div className="card">
        <LoadError
          text={t('songs.error')}
          error={list.error}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      </div>
    );
  }
  return skeleton;
}

function CardSkeletons(): ReactNode {
  return (
    <LoadingRegion className="space-y-4">
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
    </LoadingRegion>
  );
}
