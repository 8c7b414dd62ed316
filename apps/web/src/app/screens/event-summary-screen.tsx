import type { ReactNode } from 'react';
import { SummaryHeadingSkeleton, SummarySkeleton, EventResult } from '#/app/event-summary/event-result.tsx';
import { useEventSummary } from '#/features/elections/events.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { TrophyIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { PodiumSkeleton } from '#/ui/podium.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { StageHeader } from '../stage-header.tsx';
import { useCurrentActivityId } from '../election.tsx';

const path = '/event-summary';

/** Shows the result of an event, or its present standing: the event in the address, else the current one. */
export function EventSummaryScreen(): ReactNode {
  const t = useText();
  const { activityId, config } = useCurrentActivityId();
  const summary = useEventSummary(activityId ?? undefined);
  if (summary.data) {
    return <EventResult summary={summary.data} path={path} onRefresh={() => void summary.refetch()} />;
  }
  if (activityId === null) {
    return (
      <Bare>
        <Empty icon={TrophyIcon} text={t('election.noneText')} />
      </Bare>
    );
  }
  const failed = config.isError && activityId === undefined ? config : summary;
  if (failed.isError) {
    return (
      <Bare>
        <LoadError
          text={t('summary.error')}
          error={failed.error}
          retrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      </Bare>
    );
  }
  return (
    <>
      <StageHeader path={path}>
        <SummaryHeadingSkeleton />
        <div className="mt-5">
          <PodiumSkeleton />
        </div>
      </StageHeader>
      <div className="relative z-10 -mt-4 px-4">
        <SummarySkeleton />
      </div>
    </>
  );
}

function Bare({ children }: { children: ReactNode }): ReactNode {
  const t = useText();
  return (
    <>
      <ScreenHeader title={t('summary.title')} backTo="/vote-activity" />
      <div className="mx-4 card">{children}</div>
    </>
  );
}
