import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useVotingNote } from '#/features/elections/rounds.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

type VoteActionProps = {
  activity: Activity;
  name: string;
  /** False while her standing is unknown, because the vote sheet shows it. */
  canVote: boolean;
  /** The round after which she did not go on; null while she takes part. */
  leftInRound: number | null;
  onVote: () => void;
};

/** Shows the button to vote for an idol, or the reason why voting is impossible. */
export function VoteAction({ activity, name, canVote, leftInRound, onVote }: VoteActionProps): ReactNode {
  const t = useText();
  const note = useVotingNote(activity, { name, leftInRound });
  if (note !== null) {
    return <p className="rounded-tile bg-raise p-3.5 text-center text-small font-semibold">{note}</p>;
  }
  if (!canVote) return null;
  return (
    <Button size="large" onClick={onVote}>
      {t('vote.open', { name })}
    </Button>
  );
}

/** Stands in while it is unknown whether votes can be cast. */
export function VoteActionToCome({ activity }: { activity: UseQueryResult<Activity> }): ReactNode {
  const t = useText();
  const { isError, error, isFetching, refetch } = activity;
  if (!isError) return <Skeleton className="h-14 rounded-tile" />;
  return <LoadError text={t('idol.error')} error={error} retrying={isFetching} onRetry={() => void refetch()} />;
}
