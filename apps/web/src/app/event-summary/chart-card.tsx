import { type ReactNode, Suspense } from 'react';
import type { EventSummary } from '#/features/votes/summary/event-summary.ts';
import { ChartSkeleton } from '#/features/votes/summary/summary-skeleton.tsx';
import { useZonedDates } from '#/features/votes/summary/use-zoned-dates.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';

const votesChart = lazyPart(() =>
  import('#/features/votes/summary/votes-chart.tsx').then((module) => module.VotesChart),
);

/** Votes over time. The chart and what it is drawn with come in a chunk of their own. */
export function ChartCard({ summary }: { summary: EventSummary }): ReactNode {
  const t = useText();
  const { zoneName } = useZonedDates(summary.timeZone);
  const VotesChart = votesChart.Component;
  return (
    <section aria-labelledby="summary-chart" className="card">
      <h2 id="summary-chart" className="text-title font-bold">
        {t('summary.chart')}
      </h2>
      <p className="mb-3 text-caption text-mute">{t('summary.zone', { zone: zoneName })}</p>
      <Suspense fallback={<ChartSkeleton />}>
        <VotesChart summary={summary} />
      </Suspense>
    </section>
  );
}
