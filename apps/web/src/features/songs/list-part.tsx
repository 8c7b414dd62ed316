import { type ReactNode, useDeferredValue, useState } from 'react';
import { byStanding, useSongPhase, type SongEvent, type SongList } from '#/features/songs/songs.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSearchFold } from '#/lib/search/use-search-fold.ts';
import { Empty } from '#/ui/empty.tsx';
import { MusicIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { SearchField } from '#/ui/search-field.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#/ui/tabs.tsx';
import { WithSongs, SongStage } from '#/features/songs/song-stage.tsx';
import type { WithRows } from '#/features/songs/song-row.tsx';

const panelId = 'songs-panel';

/** Shows all songs and those of the final, found by title or artist as the fan types. */
export function ListPart({ Rows }: WithRows): ReactNode {
  const t = useText();
  return (
    <SongStage section="list" title={t('songs.list')} text={t('songs.listText')}>
      <WithSongs skeleton={<SongListSkeleton />}>
        {(list, event) => <Songs list={list} event={event} Rows={Rows} />}
      </WithSongs>
    </SongStage>
  );
}

function Songs({ list, event, Rows }: WithRows & { list: SongList; event: SongEvent }): ReactNode {
  const t = useText();
  const [chosen, setChosen] = useState<'nominated' | 'all' | null>(null);
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed).trim();
  const fold = useSearchFold(wanted);
  const keyword = fold(wanted);
  const phase = useSongPhase(event);
  const nominated = list.songs.filter((song) => song.isNominated);
  const tab = chosen ?? (event.nominations.isFrozen ? 'nominated' : 'all');
  const shown =
    tab === 'nominated'
      ? byStanding(nominated, phase)
      : list.songs.toSorted((one, other) => one.nominationRank - other.nominationRank);
  const found = shown.filter(({ title, artist }) => fold(`${title} ${artist}`).includes(keyword));
  return (
    <>
      <SearchField
        label={t('songs.search')}
        placeholder={t('songs.searchPlaceholder')}
        value={typed}
        onChange={setTyped}
      />
      <Tabs
        label={t('songs.list')}
        panelId={panelId}
        selected={tab}
        onSelect={setChosen}
        tabs={[
          { key: 'nominated', title: `${t('songs.tab.nominated')} ${nominated.length}` },
          { key: 'all', title: `${t('songs.tab.all')} ${list.songs.length}` },
        ]}
      />
      <TabPanel id={panelId} selected={tab} className="card">
        {found.length > 0 ? (
          <Rows
            label={t(`songs.tab.${tab}`)}
            phase={phase}
            songs={found}
            list={list}
            activityId={event.activityId}
            byNominations={tab === 'all'}
          />
        ) : (
          <Empty icon={MusicIcon} text={t(shown.length > 0 ? 'songs.noneFound' : 'songs.noneNominated')} />
        )}
      </TabPanel>
    </>
  );
}

const rows = ['first', 'second', 'third', 'fourth', 'fifth'];

function SongListSkeleton(): ReactNode {
  return (
    <LoadingRegion className="space-y-4">
      <Skeleton className="h-12 rounded-full" />
      <Skeleton className="h-11 rounded-full" />
      <div className="card space-y-4">
        {rows.map((row) => (
          <div key={row} className="flex items-center gap-3">
            <Skeleton className="size-14 rounded-tile" />
            <div className="flex-1 space-y-2">
              <Skeleton className="h-4 rounded-full" />
              <Skeleton className="h-4 w-24 rounded-full" />
            </div>
          </div>
        ))}
      </div>
    </LoadingRegion>
  );
}
