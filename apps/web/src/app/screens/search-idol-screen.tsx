import { type ReactNode, useMemo, useState } from 'react';
import { useActivity } from '#/features/votes/use-activity.ts';
import { IdolSearch } from '#/features/votes/idol-search.tsx';
import { findIdols, sortIdols } from '#/features/votes/search/find-idols.ts';
import { IdolGridSkeleton } from '#/features/votes/search/idol-grid.tsx';
import { RecentSearchList } from '#/features/votes/search/recent-search-list.tsx';
import { rememberSearch } from '#/features/votes/search/recent-searches.ts';
import { SortChoice } from '#/features/votes/search/sort-choice.tsx';
import { useSearchOptions } from '#/features/votes/search/use-search-options.ts';
import { TeamFilter } from '#/features/votes/team-filter.tsx';
import { useStandings } from '#/features/votes/use-standings.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { TrophyIcon } from '#/ui/icons/first-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { FoundIdols } from '../search-idol/found-idols.tsx';
import { OpenIdolCard } from '../search-idol/open-idol-card.tsx';
import { useIdolSearch } from '../search-idol/use-idol-search.ts';
import { useCurrentActivityId } from '../use-current-activity-id.ts';
import { useVoteIntent } from '../use-vote-intent.ts';
import { VoteSheetFor } from '../vote-sheet-for.tsx';

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
  const found = useMemo(
    () => list && sortIdols(findIdols(list, options?.teams, { keyword, teamId }), sort, languageType),
    [list, options, keyword, teamId, sort, languageType],
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
