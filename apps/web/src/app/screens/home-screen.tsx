import { type ReactNode, Suspense, useEffect } from 'react';
import { Election } from '#/app/election.tsx';
import { SectionHeading } from '#/app/section-heading.tsx';
import { StageHeader } from '#/app/stage-header.tsx';
import { StagePodium } from '#/app/stage-podium.tsx';
import { useVoteIntent, VoteSheetFor } from '#/app/vote-sheet-for.tsx';
import { idolPath } from '#/features/elections/election-queries.ts';
import { ElectionHeadingSkeleton, ElectionHeading } from '#/features/elections/election-heading.tsx';
import { useVotingPhase, type Activity } from '#/features/elections/voting-phase.ts';
import { RankingList } from '#/features/rankings/ranking-list.tsx';
import { RankingRowsSkeleton } from '#/features/rankings/ranking-row.tsx';
import { useStandings, type Standings } from '#/features/rankings/use-standings.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { homePart } from '#/lib/lazy-part.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { PodiumSkeleton } from '#/ui/podium.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

const homeMore = homePart(() => import('../home/home-more.tsx').then((module) => module.HomeMore));

/** The browser variant of home: the election on its stage, then what the fan has, can do and can get. */
export function HomeScreen(): ReactNode {
  useEffect(() => void homeMore.preload(), []);
  return <Election skeleton={<HomeSkeleton />}>{(activity) => <Home activity={activity} />}</Election>;
}

function Home({ activity }: { activity: Activity }): ReactNode {
  const standings = useStandings(activity.activityId);
  const phase = useVotingPhase(activity);
  const vote = useVoteIntent();
  const canVote = phase === 'open';
  const HomeMore = homeMore.Component;
  return (
    <>
      <StageHeader path="/">
        <ElectionHeading activity={activity} phase={phase} standings={standings} />
        <div className="mt-5">
          <StagePodium standings={standings} canVote={canVote} onPick={vote.open} />
        </div>
      </StageHeader>
      <div className="relative z-10 -mt-4 space-y-4 px-4">
        <HomeRanking activityId={activity.activityId} standings={standings} onVote={canVote ? vote.open : undefined} />
        <Suspense fallback={<Skeleton className="h-44 rounded-card" />}>
          <HomeMore activity={activity} />
        </Suspense>
      </div>
      <VoteSheetFor vote={vote} activity={activity} standings={standings.list} />
    </>
  );
}

function HomeSkeleton(): ReactNode {
  return (
    <>
      <StageHeader path="/">
        <ElectionHeadingSkeleton />
        <div className="mt-5">
          <PodiumSkeleton />
        </div>
      </StageHeader>
      <div className="relative z-10 -mt-4 space-y-4 px-4">
        <Skeleton className="h-80 rounded-card" />
        <Skeleton className="h-44 rounded-card" />
      </div>
    </>
  );
}

type HomeRankingProps = {
  activityId: string;
  standings: Standings;
  onVote: ((idolId: string) => void) | undefined;
};

/** The places just behind the podium. */
function HomeRanking({ activityId, standings, onVote }: HomeRankingProps): ReactNode {
  const t = useText();
  const { list, error, isFetching, retry } = standings;
  return (
    <section aria-labelledby="home-ranking" className="card">
      <SectionHeading id="home-ranking" more={{ to: '/vote-activity', text: t('home.seeAll') }}>
        {t('home.chasing')}
      </SectionHeading>
      {error ? (
        <LoadError text={t('election.rankingError')} error={error} retrying={isFetching} onRetry={retry} />
      ) : null}
      {!error && list ? (
        <RankingList
          standings={list.slice(3, 6)}
          pagePathOf={(idolId) => idolPath(activityId, idolId)}
          onVote={onVote}
        />
      ) : null}
      {!error && !list ? <RankingRowsSkeleton count={3} /> : null}
    </section>
  );
}
