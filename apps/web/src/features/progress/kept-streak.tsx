import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { SparkleIcon } from '#/ui/icons/more-icons.tsx';
import { useProgress } from './use-progress.ts';

/** Says after the first vote of a day how many days in a row it makes; nothing on the first. */
export function KeptStreak(): ReactNode {
  const t = useText();
  const { data, isFetchedAfterMount } = useProgress();
  if (!data || !isFetchedAfterMount) return null;
  const { current, countsToday } = data.streak;
  // The server counts a vote within a minute.
  const days = countsToday ? current : current + 1;
  if (days < 2) return null;
  return (
    <p role="status" className="rise flex items-center justify-center gap-2 text-small font-bold text-brand">
      <SparkleIcon size={18} />
      {t('progress.kept', { days })}
    </p>
  );
}
