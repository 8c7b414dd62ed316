import { type ReactNode, Suspense } from 'react';
import { useActivity } from '#/features/elections/election-queries.ts';
import { useFollowedIdols } from '#/features/elections/followed-idols.ts';
import { ChooseMyIdol, MyIdolCard } from '#/features/following/my-idol-card.tsx';
import { MyIdolSkeleton } from '#/features/following/my-idol-skeleton.tsx';
import { MyIdolsList } from '#/features/following/my-idols-list.tsx';
import { useTrends } from '#/features/rankings/use-trends.ts';
import { useConfig } from '#/lib/use-config.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';

/** Shows a fan's main idol; a fan without one is asked to choose. */
export function MyIdol(): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch } = useFollowedIdols();
  // The configuration is there first, so that nothing waits for the list.
  const { currentActivityId } = useConfig().data ?? {};
  const activityId = data?.activityId ?? currentActivityId ?? undefined;
  const activity = useActivity(activityId);
  const trends = useTrends(activityId);
  if (!data) {
    if (!error) return <MyIdolSkeleton />;
    return (
      <div className="card">
        <LoadError text={t('following.error')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
      </div>
    );
  }
  const [main] = data.list;
  if (!main) return <ChooseMyIdol />;
  const trend = trends.data?.get(main.idolId);
  // The card waits for its style sheet, and must not hide what is around it meanwhile.
  return (
    <Suspense fallback={<MyIdolSkeleton />}>
      <MyIdolCard idol={main} followed={data} activity={activity.data} trend={trend} />
    </Suspense>
  );
}

/** Lists all idols that a fan follows; nothing where the card of the main one says all. */
export function MyIdols(): ReactNode {
  const t = useText();
  const { data } = useFollowedIdols();
  if (!data || data.list.length < 2) return null;
  return (
    <section aria-labelledby="my-idols" className="card">
      <SectionHeading id="my-idols" more={{ to: '/search-idol', text: t('search.title') }}>
        {t('following.mine')}
      </SectionHeading>
      <Suspense>
        <MyIdolsList followed={data} />
      </Suspense>
    </section>
  );
}
