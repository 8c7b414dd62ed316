import { type ReactNode, Suspense } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { Empty } from '#/ui/empty.tsx';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useZonedDates } from '../summary/use-zoned-dates.ts';
import { type IdolHistory, type IdolPlace, useIdolHistory } from './use-idol.ts';

const idolChart = lazyPart(() => import('./idol-chart.tsx').then((module) => module.IdolChart));

/** Her votes over time. The chart and what it is drawn with come in a chunk of their own. */
export function IdolHistoryCard({ place }: { place: IdolPlace }): ReactNode {
  const t = useText();
  const history = useIdolHistory(place);
  return (
    <section aria-labelledby="idol-history" className="card">
      <h2 id="idol-history" className="text-title font-bold">
        {t('summary.chart')}
      </h2>
      {history.data ? <History history={history.data} /> : null}
      {!history.data && history.error ? (
        <LoadError
          text={t('idol.historyError')}
          error={history.error}
          retrying={history.isFetching}
          onRetry={() => void history.refetch()}
        />
      ) : null}
      {history.isPending ? <ChartToCome /> : null}
    </section>
  );
}

function History({ history }: { history: IdolHistory }): ReactNode {
  const t = useText();
  const { zoneName } = useZonedDates(history.timeZone);
  const IdolChart = idolChart.Component;
  if (history.votesOverTime.length === 0) return <Empty icon={ClockIcon} text={t('idol.historyToCome')} />;
  return (
    <>
      <p className="mb-3 text-caption text-mute">{t('summary.zone', { zone: zoneName })}</p>
      <Suspense fallback={<ChartToCome />}>
        <IdolChart history={history} />
      </Suspense>
    </>
  );
}

function ChartToCome(): ReactNode {
  return (
    <LoadingRegion>
      <Skeleton className="mt-3 h-5 w-28 rounded-full" />
      <Skeleton className="mt-1 h-10 w-48 rounded-control" />
      <Skeleton className="mt-10 h-52 rounded-control" />
      <div className="h-22" />
    </LoadingRegion>
  );
}
