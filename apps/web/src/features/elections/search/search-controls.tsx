import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { forgetSearches, useRecentSearches } from './recent-searches.ts';
import { call } from '#/lib/api/call.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { type IdolSort, idolSorts } from './find-idols.ts';

/** Recent searches on this device as buttons; nothing without any. */
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
              className="press inline-flex min-h-11 max-w-60 items-center gap-2 rounded-full border border-line px-4 text-small font-semibold"
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

/** By what the idols that were found are put in order. */
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

/** By what the idols of an election can be looked for. */
export function useSearchOptions(activityId: string): UseQueryResult<SearchOptions> {
  return useQuery({
    queryKey: ['searchOptions', activityId],
    queryFn: ({ signal }) => call(route, { body: { activityId } }, { signal }),
    staleTime: fiveMinutesMs,
  });
}
