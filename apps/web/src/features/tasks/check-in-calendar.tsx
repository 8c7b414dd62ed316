import type { ReactNode } from 'react';
import { languageTag, useEnvironment } from '#/lib/environment.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { NextIcon } from '#/ui/icons/first-icons.tsx';
import { CalendarIcon } from '#/ui/icons/more-icons.tsx';
import { type CalendarDay, calendarWeeks } from './calendar-weeks.ts';
import type { Task } from './task.ts';

const looks: Readonly<Record<CalendarDay['state'], string>> = {
  claimed: 'action font-bold',
  today: 'font-bold text-brand inset-ring-2 inset-ring-brand',
  past: 'text-ink',
  ahead: 'text-mute',
};

/** On which days of the last five weeks the fan checked in, folded until it is asked for. */
export function CheckInCalendar({ calendar }: { calendar: NonNullable<Task['calendar']> }): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const weeks = calendarWeeks(calendar);
  const inUtc = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(languageTag(languageType), { ...options, timeZone: 'UTC' });
  const [narrow, long] = [inUtc({ weekday: 'narrow' }), inUtc({ weekday: 'long' })];
  const spoken = inUtc({ month: 'long', day: 'numeric' });
  return (
    <details className="group mt-4 rounded-tile bg-bg">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2.5 px-3.5 text-small font-semibold [&::-webkit-details-marker]:hidden">
        <CalendarIcon size={20} className="text-brand" />
        <span className="flex-1">{t('checkIn.calendar')}</span>
        <span className="num text-caption text-mute">
          {t('checkIn.calendarCount', { count: calendar.claimed.length })}
        </span>
        <NextIcon size={16} className="text-mute transition-transform group-open:rotate-90" />
      </summary>
      <table className="num mb-3 w-full table-fixed text-center text-caption">
        <caption className="sr-only">{t('checkIn.calendar')}</caption>
        <thead>
          <tr>
            {weeks[0]?.map(({ date }) => (
              <th key={date} scope="col" abbr={long.format(new Date(date))} className="pb-1 font-semibold text-mute">
                {narrow.format(new Date(date))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.date}>
              {week.map(({ date, number, state }) => (
                <td key={date} className="py-0.5" aria-current={date === calendar.today ? 'date' : undefined}>
                  <span
                    aria-hidden="true"
                    className={`mx-auto grid size-8 place-content-center rounded-full ${looks[state]}`}
                  >
                    {number}
                  </span>
                  <span className="sr-only">
                    {spoken.format(new Date(date))}
                    {state === 'claimed' ? ` ${t('checkIn.dayClaimed')}` : ''}
                    {date === calendar.today ? ` ${t('checkIn.dayToday')}` : ''}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
