import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { CheckIcon, StarIcon } from '#/ui/icons/first-icons.tsx';
import type { StreakDayState } from './streak-days.ts';

const looks: Record<StreakDayState['state'], string> = {
  claimed: 'bg-ok-soft text-ok',
  today: 'bg-brand-soft text-brand inset-ring-2 inset-ring-brand',
  ahead: 'bg-raise text-mute',
};

/** One day of the streak: fetched, due today, or ahead. */
export function StreakDay({ day }: { day: StreakDayState }): ReactNode {
  const t = useText();
  return (
    <li
      aria-current={day.state === 'today' ? 'date' : undefined}
      className={`flex min-w-0 flex-col items-center gap-1 rounded-control py-2.5 ${looks[day.state]}`}
    >
      {day.state === 'claimed' ? <CheckIcon size={18} /> : <StarIcon size={18} filled={day.state === 'today'} />}
      <span className="num text-caption font-bold">+{day.reward}</span>
      <span className="sr-only">{t(`checkIn.${day.state}`, { day: day.number })}</span>
    </li>
  );
}
