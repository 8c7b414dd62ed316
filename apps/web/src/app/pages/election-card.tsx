import type { ReactNode } from 'react';
import { useActivity } from '#/features/elections/election-queries.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { useCurrentActivityId } from '../election.tsx';

type ElectionCardProps = {
  id: string;
  title: string;
  /** The message when the election cannot be loaded. */
  errorText: string;
  /** The height of the content, as a class. */
  skeleton: string;
  more?: { readonly to: string; readonly text: string };
  children: (activity: Activity) => ReactNode;
};

/** Shows a card of a written page about the current election; nothing without one. */
export function ElectionCard({ id, title, errorText, skeleton, more, children }: ElectionCardProps): ReactNode {
  const { activityId, config } = useCurrentActivityId();
  const activity = useActivity(activityId ?? undefined);
  if (activityId === null) return null;
  const failed = [config, activity].find(({ isError }) => isError);
  return (
    <section aria-labelledby={id} className="card">
      <SectionHeading id={id} {...(more && { more })}>
        {title}
      </SectionHeading>
      {activity.data ? <p className="-mt-3 mb-4 text-small text-mute">{activity.data.title}</p> : null}
      {activity.data ? children(activity.data) : null}
      {!activity.data && failed ? (
        <LoadError
          text={errorText}
          error={failed.error}
          retrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      ) : null}
      {!activity.data && !failed ? (
        <LoadingRegion>
          <Skeleton className={`rounded-tile ${skeleton}`} />
        </LoadingRegion>
      ) : null}
    </section>
  );
}
