import { type ReactNode, useMemo } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { chartGeometry, type ChartLine } from '#/features/elections/chart/chart-geometry.ts';
import { ChartPlot, useChartCursor } from '#/features/elections/chart/chart-plot.tsx';
import { ChartReadout, ChartTable } from '#/features/elections/chart/chart-readout.tsx';
import type { IdolHistory } from './use-idol.ts';

/** Shows how an idol's votes grew, with what she had at any moment and where that put her. */
export function IdolChart({ history: { votesOverTime, timeZone } }: { history: IdolHistory }): ReactNode {
  const t = useText();
  const momentsMs = useMemo(() => votesOverTime.map(({ at }) => Date.parse(at)), [votesOverTime]);
  const values = useMemo(() => votesOverTime.map(({ votes }) => votes), [votesOverTime]);
  const geometry = useMemo(() => chartGeometry(momentsMs, [values]), [momentsMs, values]);
  const cursor = useChartCursor(momentsMs);
  const lines: readonly ChartLine[] = [
    { key: 'votes', name: null, portraitUrl: null, values, colour: 'text-brand', dashes: '' },
  ];
  const rank = votesOverTime[cursor.index]?.rank ?? null;
  return (
    <div>
      <ChartReadout atMs={momentsMs[cursor.index] ?? 0} index={cursor.index} lines={lines} timeZone={timeZone} />
      <p className="num min-h-6 text-small font-bold text-brand" aria-hidden="true">
        {rank === null ? null : t('votes.rank', { rank })}
      </p>
      <ChartPlot momentsMs={momentsMs} lines={lines} geometry={geometry} cursor={cursor} timeZone={timeZone} />
      <p className="mt-2 text-caption text-mute">{t('summary.chartHint')}</p>
      <ChartTable momentsMs={momentsMs} lines={lines} timeZone={timeZone} />
    </div>
  );
}
