import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { formatTimeLeft } from '#/lib/format/format-time-left.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { Task } from './task.ts';

/** When a task opens, ends or comes back, in words; within the last day as a countdown. */
export function useTurnWords(): (task: Task, nowMs: number) => string | undefined {
  const t = useText();
  const friendly = useFriendlyDate();
  return ({ state, kind, opensAt, endsAt, resetsAt }, nowMs) => {
    const left = (instant: string) => formatTimeLeft(Date.parse(instant), nowMs);
    if (state === 'awarded') {
      if (!resetsAt) return undefined;
      const time = left(resetsAt);
      return time ? t('task.againIn', { time }) : t('task.againAt', { when: friendly(resetsAt) });
    }
    if (state === 'stayTuned') {
      if (!opensAt || Date.parse(opensAt) <= nowMs) return kind === 'stake' ? t('task.stakeLater') : undefined;
      const time = left(opensAt);
      return time ? t('task.opensIn', { time }) : t('task.opensAt', { when: friendly(opensAt) });
    }
    if (!endsAt || Date.parse(endsAt) <= nowMs) return undefined;
    const time = left(endsAt);
    return time ? t('task.endsIn', { time }) : t('task.endsAt', { when: friendly(endsAt) });
  };
}
