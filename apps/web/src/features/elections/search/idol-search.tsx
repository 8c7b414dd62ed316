import type { Contract, DataOf } from '@lightstick/contract';
import { foldForSearch } from '@lightstick/contract/typed-text';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { IdolStanding, Team } from '#/features/elections/standings.ts';
import { call } from '#/lib/api/call.ts';
import { externalStore } from '#/lib/external-store.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { localStore, readJson } from '#/lib/key-value-store.ts';
import { useStore } from '#/lib/external-store.ts';
import { Button } from '#/ui/button.tsx';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { type IdolSort, idolSorts } from '../idol-filter.tsx';

/** Shows recent searches on this device as buttons; nothing without any. */
export function RecentSearchList({ onPick }: { onPick: (keyword: string) => void }): ReactNode {
  const t = useText();
  const keywords = useRecentSearches();
  if (keywords.length === 0) return null;
  return (
    <section aria-label={t('search.recent')}>
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 className="text-small font-bold text-mute">{t('search.recent')}</h2>
        <Button variant="quiet" className="-mr-4" aria-label={t('search.forgetAll')} onClick={forgetSearches}>
          {t('search.forget')}
        </Button>
      </div>
      <ul className="scroll-row -mx-4 gap-2 px-4">
        {keywords.map((keyword) => (
          <li key={keyword} className="shrink-0">
            <button
              type="button"
              onClick={() => onPick(keyword)}
              className={
                'press inline-flex min-h-11 max-w-60 items-center gap-2 ' +
                'rounded-full border border-line px-4 text-small font-semibold'
              }
            >
              <ClockIcon size={16} className="text-mute" />
              <span dir="auto" className="truncate">
                {keyword}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type SortChoiceProps = {
  /** Those the election offers; all of them until they are known. */
  sorts: readonly IdolSort[] | undefined;
  value: IdolSort;
  onChange: (sort: IdolSort) => void;
};

/** Offers the orders in which the found idols can be shown. */
export function SortChoice({ sorts = idolSorts, value, onChange }: SortChoiceProps): ReactNode {
  const t = useText();
  return (
    <SegmentedControl
      label={t('search.sort')}
      value={value}
      onChange={onChange}
      segments={sorts.map((sort) => ({ value: sort, label: t(`search.sort.${sort}`) }))}
    />
  );
}

const route = 'POST /task/api/v1/idolManagement/getSearchIdolOptions';
const fiveMinutesMs = 5 * 60_000;

type SearchOptions = DataOf<Contract[typeof route]>;

/** Loads the ways to search the idols of an election. */
export function useSearchOptions(activityId: string): UseQueryResult<SearchOptions> {
  return useQuery({
    queryKey: ['searchOptions', activityId],
    queryFn: ({ signal }) => call(route, { body: { activityId } }, { signal }),
    staleTime: fiveMinutesMs,
  });
}

/** About as many as a phone shows at first. */
const firstTiles = 6;

const columns = 'grid grid-cols-[repeat(auto-fill,minmax(5.4rem,1fr))] gap-2.5';

type IdolGridProps = {
  standings: readonly IdolStanding[];
  teams: readonly Team[] | undefined;
  onOpen: (idolId: string) => void;
};

/** Shows idols side by side. Tiles out of sight cost no layout or paint, so hundreds of them scroll like a few. */
export function IdolGrid({ standings, teams, onOpen }: IdolGridProps): ReactNode {
  const t = useText();
  const colours = new Map(teams?.map(({ teamId, colour }) => [teamId, colour]));
  return (
    <ul aria-label={t('search.results')} className={columns}>
      {standings.map((standing, index) => (
        <li key={standing.idolId} className="[contain-intrinsic-size:auto_196px] [content-visibility:auto]">
          <IdolTile
            standing={standing}
            teamColour={colours.get(standing.teamId)}
            isFirst={index < firstTiles}
            onOpen={onOpen}
          />
        </li>
      ))}
    </ul>
  );
}

export function IdolGridSkeleton({ count = 9 }: { count?: number }): ReactNode {
  return (
    <LoadingRegion className={columns}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="h-[196px] rounded-tile" />
      ))}
    </LoadingRegion>
  );
}

type IdolTileProps = {
  standing: IdolStanding;
  /** The team's colour, dark enough to carry white text. */
  teamColour: string | undefined;
  isFirst: boolean;
  onOpen: (idolId: string) => void;
};

const medals = ['', 'medal-1 text-medal', 'medal-2 text-medal', 'medal-3 text-medal'];

/** Shows an idol among others: her portrait in her team's colour, her place and her votes. */
function IdolTile({ standing, teamColour, isFirst, onOpen }: IdolTileProps): ReactNode {
  const t = useText();
  const { idolId, name, number, rank, votes, portraitUrl } = standing;
  return (
    <button
      type="button"
      onClick={() => onOpen(idolId)}
      className={
        'press flex w-full flex-col overflow-hidden rounded-tile ' +
        'bg-surface text-left focus-visible:-outline-offset-3'
      }
    >
      <span className="relative block w-full">
        <Portrait src={portraitUrl} width={120} height={144} lazy={!isFirst} className="aspect-5/6 w-full" />
        <span
          className={
            'num absolute top-1.5 left-1.5 grid h-6 min-w-6 place-content-center rounded-full px-1.5 ' +
            `text-caption font-extrabold ${medals[rank] ?? 'bg-black/60 text-white'}`
          }
        >
          <span aria-hidden="true">{rank}</span>
          <span className="sr-only">{t('votes.rank', { rank })}</span>
        </span>
        <span
          className={
            'num absolute right-0 bottom-0 rounded-tl-control ' +
            'bg-black px-2 py-0.5 text-caption font-bold text-white'
          }
          style={{ background: teamColour }}
        >
          {t('idol.number', { number })}
        </span>
      </span>
      <span aria-hidden="true" className="block h-1 w-full bg-line" style={{ background: teamColour }} />
      <span className="block w-full px-2.5 pt-2 pb-2.5">
        <Name className="block text-small font-bold">{name}</Name>
        <span className="num block text-caption text-mute">
          {formatNumber(votes)} {t('votes.unit', { count: votes })}
        </span>
      </span>
    </button>
  );
}

const storageKey = 'lightstick.recentIdolSearches';
const mostKept = 6;

const store = externalStore<readonly string[]>(readStored());

function readStored(): readonly string[] {
  const value = readJson(localStore, storageKey);
  return Array.isArray(value) ? value.filter((keyword) => typeof keyword === 'string').slice(0, mostKept) : [];
}

function write(keywords: readonly string[]): void {
  localStore.set(storageKey, JSON.stringify(keywords));
  store.write(keywords);
}

/** Returns successful searches on this device, the latest first. They never leave the device. */
function useRecentSearches(): readonly string[] {
  return useStore(store);
}

/** Returns the searches with one more at the front; the same search typed differently takes its earlier one's place. */
export function withSearch(keywords: readonly string[], keyword: string): readonly string[] {
  const kept = keyword.trim();
  if (kept === '') return keywords;
  return [kept, ...keywords.filter((other) => foldForSearch(other) !== foldForSearch(kept))].slice(0, mostKept);
}

export function rememberSearch(keyword: string): void {
  write(withSearch(store.read(), keyword));
}

function forgetSearches(): void {
  localStore.remove(storageKey);
  store.write([]);
}
