import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IdolCard } from '#/features/votes/search/idol-card.tsx';
import type { Standing, Team } from '#/features/votes/standings.ts';
import { useVotingPhase } from '#/features/votes/use-voting-phase.ts';
import type { Activity } from '#/features/votes/voting-phase.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

type OpenIdolCardProps = {
  standing: Standing;
  team: Team | undefined;
  activity: UseQueryResult<Activity>;
  onVote: (idolId: string) => void;
  onClose: () => void;
};

/** An idol's card with the way to vote for her, or why there is none. */
export function OpenIdolCard({ standing, team, activity, onVote, onClose }: OpenIdolCardProps): ReactNode {
  const { data } = activity;
  return (
    <IdolCard
      standing={standing}
      team={team}
      onClose={onClose}
      rankingPath={data ? `/vote-activity?activityId=${encodeURIComponent(data.activityId)}` : '/vote-activity'}
      action={
        data ? (
          <VoteAction activity={data} name={standing.name} onVote={() => onVote(standing.idolId)} />
        ) : (
          <ActionToCome activity={activity} />
        )
      }
    />
  );
}

/** While it is not known whether votes can be cast. */
function ActionToCome({ activity }: { activity: UseQueryResult<Activity> }): ReactNode {
  const t = useText();
  const { isError, error, isFetching, refetch } = activity;
  if (!isError) return <Skeleton className="h-14 rounded-tile" />;
  return <LoadError text={t('idol.error')} error={error} retrying={isFetching} onRetry={() => void refetch()} />;
}

function VoteAction({ activity, name, onVote }: { activity: Activity; name: string; onVote: () => void }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const phase = useVotingPhase(activity);
  if (phase === 'open') {
    return (
      <Button size="large" onClick={onVote}>
        {t('vote.open', { name })}
      </Button>
    );
  }
  return (
    <p className="rounded-tile bg-raise p-3.5 text-center text-small font-semibold">
      {phase === 'scheduled' ? t('idol.notOpen', { when: friendly(activity.opensAt) }) : null}
      {phase === 'closing' ? t('phase.closingNote') : null}
      {phase === 'final' ? t('phase.finalNote', { closedAt: friendly(activity.closesAt) }) : null}
    </p>
  );
}
