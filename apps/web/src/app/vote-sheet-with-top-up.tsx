import { type ReactNode, useEffect } from 'react';
import { VoteSheet } from '#/features/ballots/vote-sheet.tsx';
import type { IdolStanding } from '#/features/elections/standings.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { KeptStreak } from '#/features/progress/kept-streak.tsx';
import { rememberVote } from '#/lib/last-vote.ts';
import { useTopUp } from './use-top-up.tsx';

type VoteSheetWithTopUpProps = { activity: Activity; standing: IdolStanding; onClose: () => void };

/** Opens the vote sheet of one idol, with a step to more votes. */
export function VoteSheetWithTopUp({ activity, standing, onClose }: VoteSheetWithTopUpProps): ReactNode {
  const { activityId } = activity;
  const { idolId } = standing;
  const topUp = useTopUp('votes', activityId);
  useEffect(() => rememberVote(activityId, idolId), [activityId, idolId]);
  return (
    <>
      <VoteSheet activity={activity} standing={standing} onClose={onClose} topUp={topUp.step} streak={<KeptStreak />} />
      {topUp.sheet}
    </>
  );
}
