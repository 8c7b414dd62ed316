import type { ReactNode } from 'react';
import { useConfig } from '#/lib/config/use-config.ts';
import { languageTag, useEnvironment } from '#/lib/environment.ts';
import { zonedDates } from '#/lib/format/zoned-date.ts';
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
  const format = new Intl.DateTimeFormat(languageTag(languageType), {
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const zone = config && zoneBeside(config.timeZone, daily ?? weekly ?? '', languageType);
  return (
    <div className="num mt-4 flex items-start gap-2.5 rounded-tile bg-black/25 p-3 text-caption font-semibold">
      <RefreshIcon size={16} className="mt-px" />
      <div className="min-w-0 space-y-0.5">
        {daily ? <p>{t('tasks.resets.daily', { when: format.format(new Date(daily)) })}</p> : null}
        {weekly ? <p>{t('tasks.resets.weekly', { when: format.format(new Date(weekly)) })}</p> : null}
        {zone ? <p className="font-normal">{t('tasks.resets.zone', { zone })}</p> : null}
      </div>
    </div>
  );
}

/** The name of the platform's zone, unless the fan's clock shows the same time there. */
function zoneBeside(timeZone: string, instant: string, language: Parameters<typeof zonedDates>[1]): string | undefined {
  const platform = zonedDates(timeZone, language);
  const own = zonedDates(new Intl.DateTimeFormat().resolvedOptions().timeZone, language);
  const isSame = own.format(instant, 'moment') === platform.format(instant, 'moment');
  return isSame ? undefined : platform.zoneName;
}
