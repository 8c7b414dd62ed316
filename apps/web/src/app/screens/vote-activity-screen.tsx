import { type ReactNode, useState } from 'react';
import { ElectionHeadingSkeleton } from '#/features/votes/election-heading-skeleton.tsx';
import { ElectionHeading } from '#/features/votes/election-heading.tsx';
import { RankingBoard } from '#/features/votes/ranking-board.tsx';
import { RankingRowsSkeleton } from '#/features/votes/ranking-row-skeleton.tsx';
import { RulesSheet } from '#/features/votes/rules-sheet.tsx';
import { SummaryLink } from '#/features/votes/summary-link.tsx';
import { useStandings } from '#/features/votes/use-standings.ts';
import { useVotingPhase } from '#/features/votes/use-voting-phase.ts';
import type { Activity } from '#/features/votes/voting-phase.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { InfoIcon } from '#/ui/icons/first-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { PodiumSkeleton } from '#/ui/podium-skeleton.tsx';
import { Election } from '../election.tsx';
import { StageHeader } from '../stage-header.tsx';
import { StagePodium } from '../stage-podium.tsx';
import { useVoteIntent } from '../use-vote-intent.ts';
import { VoteSheetFor } from '../vote-sheet-for.tsx';

const path = '/vote-activity';

/** The election: the whole ranking, changing live, and the vote sheet. */
export function VoteActivityScreen(): ReactNode {
  return <Election skeleton={<VoteSkeleton />}>{(activity) => <Voting activity={activity} />}</Election>;
}

function Voting({ activity }: { activity: Activity }): ReactNode {
  const t = useText();
  const standings = useStandings(activity.activityId);
  const phase = useVotingPhase(activity);
  const vote = useVoteIntent();
  const [showsRules, setShowsRules] = useState(false);
  const canVote = phase === 'open';
  const { list, error, isFetching, retry, isLive, totalVotes } = standings;
  return (
    <>
      <StageHeader path={path}>
        <ElectionHeading
          activity={activity}
          phase={phase}
          isLive={isLive}
          totalVotes={totalVotes}
          trailing={
            <Button variant="glass" onClick={() => setShowsRules(true)}>
              <InfoIcon size={18} />
              {t('rules.short')}
            </Button>
          }
        />
        <div className="mt-5">
          <StagePodium compact standings={standings} canVote={canVote} onPick={vote.open} />
        </div>
      </StageHeader>
      <div className="px-4 pt-4">
        {phase === 'final' ? (
          <div className="mb-4">
            <SummaryLink activity={activity} phase={phase} />
          </div>
        ) : null}
        {error ? (
          <LoadError text={t('election.rankingError')} error={error} retrying={isFetching} onRetry={retry} />
        ) : null}
        {list ? (
          <RankingBoard activityId={activity.activityId} standings={list} onVote={canVote ? vote.open : undefined} />
        ) : null}
        {!list && !error ? <BoardSkeleton /> : null}
      </div>
      {showsRules ? <RulesSheet activity={activity} onClose={() => setShowsRules(false)} /> : null}
      <VoteSheetFor vote={vote} activity={activity} standings={list} />
    </>
  );
}

function BoardSkeleton(): ReactNode {
  return (
    <div className="card mt-29">
      <RankingRowsSkeleton count={6} />
    </div>
  );
}

function VoteSkeleton(): ReactNode {
  return (
    <>
      <StageHeader path={path}>
        <ElectionHeadingSkeleton />
        <div className="mt-5">
          <PodiumSkeleton compact />
        </div>
      </StageHeader>
      <div className="px-4 pt-4">
        <BoardSkeleton />
      </div>
    </>
  );
}
