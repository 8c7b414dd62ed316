import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { idolPath } from '#/features/votes/idol/idol-path.ts';
import { IdolCard } from '#/features/votes/search/idol-card.tsx';
import type { Standing, Team } from '#/features/votes/standings.ts';
import type { Activity } from '#/features/votes/voting-phase.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { VoteAction } from '../idol/vote-action.tsx';

type OpenIdolCardProps = {
  activityId: string;
  standing: Standing;
  team: Team | undefined;
  activity: UseQueryResult<Activity>;
  onVote: (idolId: string) => void;
  onClose: () => void;
};

/** An idol's card with the way to vote for her, or why there is none. */
export function OpenIdolCard({ activityId, standing, team, activity, onVote, onClose }: OpenIdolCardProps): ReactNode {
  const { data } = activity;
  return (
    <IdolCard
      standing={standing}
      team={team}
      onClose={onClose}
      pagePath={idolPath(activityId, standing.idolId)}
      rankingPath={data ? `/vote-activity?activityId=${encodeURIComponent(data.activityId)}` : '/vote-activity'}
      action={
        data ? (
          <VoteAction
            canVote
            activity={data}
            name={standing.name}
            leftInRound={standing.leftInRound}
            onVote={() => onVote(standing.idolId)}
          />
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
