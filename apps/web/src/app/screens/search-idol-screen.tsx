import { type ReactNode, useMemo, useState, useEffect, useEffectEvent } from 'react';
import { OpenIdolCard } from '#/app/search-idol/open-idol-card.tsx';
import { useCurrentActivityId } from '#/app/election.tsx';
import { useVoteIntent, VoteSheetFor } from '#/app/vote-sheet-for.tsx';
import { useActivity } from '#/features/elections/election-queries.ts';
import {
  IdolSearch,
  TeamFilter,
  findIdols,
  sortIdols,
  type IdolSort,
  idolSorts,
} from '#/features/elections/idol-filter.tsx';
import {
  IdolGridSkeleton,
  IdolGrid,
  rememberSearch,
  RecentSearchList,
  SortChoice,
  useSearchOptions,
} from '#/features/elections/search/idol-search.tsx';
import type { IdolStanding, Team } from '#/features/elections/standings.ts';
import { WithdrawnIdols } from '#/features/elections/withdrawn-idols.tsx';
import { useStandings, type Standings } from '#/features/rankings/use-standings.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSearchFold } from '#/lib/search/use-search-fold.ts';
import { useDebounced } from '#/lib/timing/debounce.ts';
import { useAddressParameters } from '#/lib/query-parameters.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { TrophyIcon } from '#/ui/icons/shell-icons.tsx';
import { SearchIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';

/** Finds an idol of the current election by name in either script, by team or by number. */
export function SearchIdolScreen(): ReactNode {
  const t = useText();
  const { activityId, config } = useCurrentActivityId();
  return (
    <>
      <ScreenHeader title={t('search.title')} subtitle={t('search.subtitle')} backTo="/" />
      <div className="space-y-4 px-4">
        {activityId === undefined && config.isError ? (
          <LoadError
            text={t('search.error')}
            error={config.error}
            retrying={config.isFetching}
            onRetry={() => void config.refetch()}
          />
        ) : null}
        {activityId === undefined && !config.isError ? <IdolGridSkeleton /> : null}
        {activityId === null ? <Empty icon={TrophyIcon} text={t('election.noneText')} /> : null}
        {activityId ? <IdolFinder activityId={activityId} /> : null}
      </div>
    </>
  );
}

function IdolFinder({ activityId }: { activityId: string }): ReactNode {
  const { languageType } = useEnvironment();
  const search = useIdolSearch();
  const standings = useStandings(activityId);
  const { data: options } = useSearchOptions(activityId);
  const activity = useActivity(activityId);
  const vote = useVoteIntent();
  const [openIdolId, setOpenIdolId] = useState<string | null>(null);
  const { list } = standings;
  const { keyword, teamId, sort } = search;
  const fold = useSearchFold(keyword);
  const found = useMemo(
    () => list && sortIdols(findIdols(list, options?.teams, { keyword, teamId, fold }), sort, languageType),
    [list, options, keyword, teamId, fold, sort, languageType],
  );
  const open = list?.find(({ idolId }) => idolId === openIdolId);

  return (
    <>
      <IdolSearch keyword={search.typed} numbers={options?.numbers} onChange={search.type} />
      {search.typed === '' ? <RecentSearchList onPick={search.type} /> : null}
      <div className="min-h-11">
        {options ? <TeamFilter teams={options.teams} selected={teamId} onSelect={search.chooseTeam} /> : null}
      </div>
      <SortChoice sorts={options?.sorts} value={sort} onChange={search.chooseSort} />
      <WithdrawnIdols activityId={activityId} keyword={keyword} />
      <FoundIdols
        found={found}
        standings={standings}
        teams={options?.teams}
        onClear={search.clear}
        onOpen={(idolId) => {
          rememberSearch(keyword);
          setOpenIdolId(idolId);
        }}
      />
      {open ? (
        <OpenIdolCard
          activityId={activityId}
          standing={open}
          team={options?.teams.find((team) => team.teamId === open.teamId)}
          activity={activity}
          onVote={vote.open}
          onClose={() => setOpenIdolId(null)}
        />
      ) : null}
      {activity.data ? <VoteSheetFor vote={vote} activity={activity.data} standings={list} /> : null}
    </>
  );
}

type FoundIdolsProps = {
  /** Undefined until the idols are known. */
  found: readonly IdolStanding[] | undefined;
  standings: Standings;
  teams: readonly Team[] | undefined;
  onOpen: (idolId: string) => void;
  onClear: () => void;
};

/** Shows the idols that fit, or why none is shown. */
function FoundIdols({ found, standings, teams, onOpen, onClear }: FoundIdolsProps): ReactNode {
  const t = useText();
  const { error, isFetching, retry } = standings;
  if (error) {
    return (
      <div className="card">
        <LoadError text={t('search.error')} error={error} retrying={isFetching} onRetry={retry} />
      </div>
    );
  }
  if (!found) return <IdolGridSkeleton />;
  return (
    <section aria-label={t('search.results')} className="space-y-3">
      <p role="status" className="num px-1 text-small font-semibold text-mute">
        {t('search.count', { count: found.length })}
      </p>
      {found.length > 0 ? (
        <IdolGrid standings={found} teams={teams} onOpen={onOpen} />
      ) : (
        <div className="card">
          <Empty
            icon={SearchIcon}
            text={t('search.noMatch')}
            action={
              <Button variant="soft" onClick={onClear}>
                {t('search.showAll')}
              </Button>
            }
          />
        </div>
      )}
    </section>
  );
}

type IdolSearchState = {
  /** The text of the search field, and the debounced search. */
  readonly typed: string;
  readonly keyword: string;
  readonly teamId: string | null;
  readonly sort: IdolSort;
  readonly type: (keyword: string) => void;
  readonly chooseTeam: (teamId: string | null) => void;
  readonly chooseSort: (sort: IdolSort) => void;
  /** Clears the filters. */
  readonly clear: () => void;
};

/** Returns the search in the address (`?q=&team=&sort=`), so that back and sharing restore it. */
function useIdolSearch(): IdolSearchState {
  const { read, write } = useAddressParameters();
  const q = read('q') ?? '';
  const [typed, setTyped] = useState(q);
  const settled = useDebounced(typed).trim();
  const keyword = typed.trim() === '' ? '' : settled;

  const tellAddress = useEffectEvent((settledKeyword: string) => {
    if (settledKeyword !== q) write({ q: settledKeyword });
  });
  useEffect(() => tellAddress(keyword), [keyword]);

  return {
    typed,
    keyword,
    teamId: read('team'),
    sort: idolSorts.find((sort) => sort === read('sort')) ?? 'rank',
    type: setTyped,
    chooseTeam: (team) => write({ team }),
    chooseSort: (sort) => write({ sort: sort === 'rank' ? null : sort }),
    clear: () => {
      setTyped('');
      write({ q: null, team: null });
    },
  };
}
