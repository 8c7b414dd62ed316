import type { ReactNode } from 'react';
import { Formation } from '#/features/best7/formation.tsx';
import { useIdols, useTeams } from '#/features/elections/election-queries.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { TrophyIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { Best7Room } from '../best7/best7-room.tsx';
import { Best7Stage } from '../best7/best7-stage.tsx';
import { useCurrentActivityId } from '../election.tsx';

/** Shows Best 7: the fan's seven idols in order, a ballot a day, and the result of all ballots. */
export function Best7Screen(): ReactNode {
  const t = useText();
  const { activityId, config } = useCurrentActivityId();
  const idols = useIdols(activityId ?? undefined);
  const teams = useTeams(activityId ?? undefined);
  if (activityId && idols.data) {
    return <Best7Room key={activityId} activityId={activityId} idols={idols.data} teams={teams.data} />;
  }
  const failed = [config, idols].find(({ isError }) => isError);
  return (
    <>
      <Best7Stage>
        <Formation idols={[]} />
      </Best7Stage>
      <div className="relative z-10 -mt-6 px-4">
        {activityId === null ? (
          <div className="card">
            <Empty icon={TrophyIcon} text={t('election.noneText')} />
          </div>
        ) : null}
        {failed ? (
          <div className="card">
            <LoadError
              text={t('best7.error')}
              error={failed.error}
              retrying={failed.isFetching}
              onRetry={() => void failed.refetch()}
            />
          </div>
        ) : null}
        {activityId !== null && !failed ? <EditorSkeleton /> : null}
      </div>
    </>
  );
}

function EditorSkeleton(): ReactNode {
  return (
    <LoadingRegion className="space-y-4">
      <div className="card">
        <Skeleton className="h-6 w-32 rounded-control" />
        <Skeleton className="mt-4 h-2.5 rounded-full" />
        <Skeleton className="mt-4 h-10 rounded-control" />
        <Skeleton className="mt-4 h-17 rounded-tile" />
      </div>
      <Skeleton className="h-12 rounded-full" />
      <Skeleton className="h-80 rounded-card" />
    </LoadingRegion>
  );
}
