import { type ReactNode, Suspense, useEffect } from 'react';
import { ElectionHeadingSkeleton, ElectionHeading } from '#/features/elections/election-heading.tsx';
import { useStandings } from '#/features/rankings/use-standings.ts';
import { useVotingPhase, type Activity } from '#/features/elections/voting-phase.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { PodiumSkeleton } from '#/ui/podium-skeleton.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { Election } from '../election.tsx';
import { HomeRanking } from '../home/home-ranking.tsx';
import { StageHeader } from '../stage-header.tsx';
import { StagePodium } from '../stage-podium.tsx';
import { useVoteIntent, VoteSheetFor } from '#/app/vote-sheet-for.tsx';

const homeMore = lazyPart(() => import('../home/home-more.tsx').then((module) => module.HomeMore));

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
        <HomeRanking standings={standings} onVote={canVote ? vote.open : undefined} />
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
