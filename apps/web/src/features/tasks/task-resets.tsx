import type { ReactNode } from 'react';
import { useConfig } from '#/lib/config/use-config.ts';
import { languageTag, useEnvironment } from '#/lib/environment.ts';
import { ownTimeZone, zonedDates } from '#/lib/format/zoned-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { RefreshIcon } from '#/ui/icons/first-icons.tsx';
import { nextReset } from './task-turns.ts';
import type { TasksByTab } from './task.ts';

/** When daily and weekly tasks start over: in the fan's time, and in whose midnight that is where it is another zone's. */
export function TaskResets({ tasks }: { tasks: TasksByTab }): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const { data: config } = useConfig();
  const daily = nextReset(tasks, 'daily');
  const weekly = nextReset(tasks, 'weekly');
  if (!daily && !weekly) return null;
  const clock = { weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const inWords = (instant: string, date: Intl.DateTimeFormatOptions = {}) =>
    new Intl.DateTimeFormat(languageTag(languageType), { ...clock, ...date }).format(new Date(instant));
  const zone = config && zoneBeside(config.timeZone, daily ?? weekly ?? '', languageType);
  return (
    <div className="num mt-4 flex items-start gap-2.5 rounded-tile bg-black/25 p-3 text-caption font-semibold">
      <RefreshIcon size={16} className="mt-px" />
      <div className="min-w-0 space-y-0.5">
        {daily ? <p>{t('tasks.resets.daily', { when: inWords(daily) })}</p> : null}
        {/* On the day on which the week has turned, the weekday alone would name that day. */}
        {weekly ? (
          <p>{t('tasks.resets.weekly', { when: inWords(weekly, { month: 'short', day: 'numeric' }) })}</p>
        ) : null}
        {zone ? <p className="font-normal">{t('tasks.resets.zone', { zone })}</p> : null}
      </div>
    </div>
  );
}

/** The name of the platform's zone, unless the fan's clock shows the same time there. */
function zoneBeside(timeZone: string, instant: string, language: Parameters<typeof zonedDates>[1]): string | undefined {
  const platform = zonedDates(timeZone, language);
  const own = zonedDates(ownTimeZone(), language);
  const isSame = own.format(instant, 'moment') === platform.format(instant, 'moment');
  return isSame ? undefined : platform.zoneName;
}
