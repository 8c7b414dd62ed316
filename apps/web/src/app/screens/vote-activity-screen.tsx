import { type ReactNode, Suspense, useState } from 'react';
import { ElectionHeadingSkeleton, ElectionHeading } from '#/features/elections/election-heading.tsx';
import { RankingBoard } from '#/features/rankings/ranking-board.tsx';
import { RankingRowsSkeleton } from '#/features/rankings/ranking-list.tsx';
import { SummaryLink } from '#/features/elections/event-card.tsx';
import { useStandings } from '#/features/rankings/use-standings.ts';
import { useVotingPhase, type Activity } from '#/features/elections/voting-phase.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { Button } from '#/ui/button.tsx';
import { InfoIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { Election } from '../election.tsx';
import { PodiumSkeleton } from '#/ui/podium.tsx';
import { StageHeader } from '../stage-header.tsx';
import { StagePodium } from '../stage-podium.tsx';
import { useVoteIntent, VoteSheetFor } from '#/app/vote-sheet-for.tsx';

const path = '/vote-activity';
/** The crowd's lights stand below the countdown. */
const clearOfCrowd = 'pb-8';

const rulesSheet = lazyPart(() =>
  import('#/features/elections/rules/rules-sheet.tsx').then((module) => module.RulesSheet),
);
const roundNotes = lazyPart(() => import('#/features/elections/round-notes.tsx').then((module) => module.RoundNotes));
const quarantineLine = lazyPart(() =>
  import('#/features/quarantine/quarantine-line.tsx').then((module) => module.QuarantineLine),
);

/** Shows the election: the whole ranking, changing live, and the vote sheet. */
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
  const { list, error, isFetching, retry, setAside, shown } = standings;
  return (
    <>
      <StageHeader path={path}>
        <div className="hero">
          <div className={clearOfCrowd}>
            <ElectionHeading
              activity={activity}
              phase={phase}
              standings={standings}
              trailing={
                <Button variant="glass" onClick={() => setShowsRules(true)}>
                  <InfoIcon size={18} />
                  {t('rules.short')}
                </Button>
              }
            />
          </div>
          <div className="wide-only">
            <StagePodium standings={standings} canVote={canVote} onPick={vote.open} isWideOnly />
          </div>
        </div>
      </StageHeader>
      <div className="px-4 pt-4">
        {phase === 'final' ? <SummaryLink activity={activity} phase={phase} className="mb-4" /> : null}
        {shown && (activity.rounds.length > 1 || shown.frozenAt !== null) ? (
          <Suspense>
            <div className="mb-4">
              <roundNotes.Component activity={activity} phase={phase} shown={shown} />
            </div>
          </Suspense>
        ) : null}
        {error ? (
          <LoadError text={t('election.rankingError')} error={error} retrying={isFetching} onRetry={retry} />
        ) : null}
        {list ? (
          <RankingBoard
            activityId={activity.activityId}
            standings={list}
            goOn={shown?.goOn}
            tieRule={activity.tieRule}
            onVote={canVote ? vote.open : undefined}
          />
        ) : null}
        {!list && !error ? <BoardSkeleton /> : null}
        {list && phase !== 'final' && phase !== 'scheduled' ? (
          <SummaryLink activity={activity} phase={phase} className="mt-4" />
        ) : null}
        {setAside && setAside.quarantined + setAside.released + setAside.voided > 0 ? (
          <Suspense>
            <quarantineLine.Component activityId={activity.activityId} title={activity.title} setAside={setAside} />
          </Suspense>
        ) : null}
      </div>
      {showsRules ? (
        <Suspense>
          <rulesSheet.Component activity={activity} onClose={() => setShowsRules(false)} />
        </Suspense>
      ) : null}
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
        <div className="hero">
          <div className={clearOfCrowd}>
            <ElectionHeadingSkeleton />
          </div>
          <div className="wide-only">
            <PodiumSkeleton />
          </div>
        </div>
      </StageHeader>
      <div className="px-4 pt-4">
        <BoardSkeleton />
      </div>
    </>
  );
}
