import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Spark } from '#/ui/spark.tsx';
import { useTrends } from './use-trends.ts';

/** Shows the last 24 hours of an idol in a row of the ranking, with today's votes. */
export function RowTrend({ activityId, idolId }: { activityId: string; idolId: string }): ReactNode {
  const t = useText();
  const { votesPerHour = [], votesToday = 0 } = useTrends(activityId).data?.get(idolId) ?? {};
  return (
    <span className="ranking-trend num text-small font-bold">
      <Spark values={votesPerHour} className="h-7 w-22 text-mute" />
      {votesToday > 0 ? <span className="text-ok">{t('trends.today', { votes: votesToday })}</span> : null}
    </span>
  );
}
