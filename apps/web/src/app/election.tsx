import { type ReactNode, useDeferredValue } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useActivity, useIdols } from '#/features/elections/election-queries.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { TrophyIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { ScreenTitle } from '#/ui/screen-title.tsx';
import { useConfig } from '#/lib/use-config.ts';
import { useQueryParameter } from '#/lib/query-parameters.ts';

type ElectionProps = {
  /** The screen while the election is not known yet, in its final geometry. */
  skeleton: ReactNode;
  children: (activity: Activity) => ReactNode;
};

/** Loads the current election for the screen; shows a message when there is none or loading fails. */
export function Election({ skeleton, children }: ElectionProps): ReactNode {
  const t = useText();
  const { activityId, config } = useCurrentActivityId();
  const activity = useActivity(activityId ?? undefined);
  // The screen is drawn in slices when it comes, so that a finger on a slow phone is answered in between.
  const shown = useDeferredValue(activity.data);
  // Fetched together with the election, although only its screen shows them.
  useIdols(activityId ?? undefined);
  if (shown) return children(shown);
  if (activityId === null) {
    return (
      <Bare title={t('election.none')}>
        <Empty icon={TrophyIcon} text={t('election.noneText')} />
      </Bare>
    );
  }
  const failed = config.isError ? config : activity;
  if (failed.isError) {
    return (
      <Bare title={t('nav.ranking')}>
        <LoadError
          text={t('election.error')}
          error={failed.error}
          retrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      </Bare>
    );
  }
  return skeleton;
}

function Bare({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <>
      <header className="stage boot-stage flex items-end px-5 pb-20">
        <ScreenTitle className="text-screen font-extrabold text-white">{title}</ScreenTitle>
      </header>
      <div className="relative z-10 mx-4 -mt-12 card">{children}</div>
    </>
  );
}

type CurrentActivity = {
  /** Undefined while it is not known, null when no election is set. */
  readonly activityId: string | null | undefined;
  readonly config: UseQueryResult;
};

/** Returns the election on show: the one in the address, else the deployment's current one. */
export function useCurrentActivityId(): CurrentActivity {
  const named = useQueryParameter('activityId');
  const config = useConfig();
  return { activityId: named ?? config.data?.currentActivityId, config };
}
