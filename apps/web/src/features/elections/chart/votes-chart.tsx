import { type ReactNode, useMemo, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { chartGeometry, chartLines, type ChartView } from './chart-geometry.ts';
import { ChartPlot, useChartCursor } from './chart-plot.tsx';
import { ChartReadout, ChartTable } from './chart-readout.tsx';
import type { EventSummary } from '#/features/elections/events.ts';

/** Shows the growth of the count: all votes, or the top three, with the values at any instant. */
export function VotesChart({ summary }: { summary: EventSummary }): ReactNode {
  const t = useText();
  const [view, setView] = useState<ChartView>('all');
  const { votesOverTime } = summary;
  const momentsMs = useMemo(() => votesOverTime.map(({ at }) => Date.parse(at)), [votesOverTime]);
  const lines = useMemo(() => chartLines(summary, view), [summary, view]);
  const geometry = useMemo(
    () =>
      chartGeometry(
        momentsMs,
        lines.map(({ values }) => values),
      ),
    [momentsMs, lines],
  );
  const cursor = useChartCursor(momentsMs);
  const atMs = momentsMs[cursor.index] ?? 0;
  return (
    <div>
      <SegmentedControl
        label={t('summary.chartView')}
        value={view}
        onChange={setView}
        segments={[
          { value: 'all', label: t('summary.chartAll') },
          { value: 'leaders', label: t('summary.chartLeaders') },
        ]}
      />
      <ChartReadout atMs={atMs} index={cursor.index} lines={lines} timeZone={summary.timeZone} />
      <ChartPlot
        momentsMs={momentsMs}
        lines={lines}
        geometry={geometry}
        cursor={cursor}
        timeZone={summary.timeZone}
        key={view}
      />
      <p className="mt-2 text-caption text-mute">{t('summary.chartHint')}</p>
      <ChartTable momentsMs={momentsMs} lines={lines} timeZone={summary.timeZone} />
    </div>
  );
}
