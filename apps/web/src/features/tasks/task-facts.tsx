import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { StarIcon } from '#/ui/icons/first-icons.tsx';
import { isDeed, nextReward, siteOf, type Task } from './task.ts';
import { useTurnWords } from './use-turn-words.ts';

/** What there is to know of a task: what it pays, how often, how far the fan is, and when it turns. */
export function TaskFacts({ task, nowMs }: { task: Task; nowMs: number }): ReactNode {
  const t = useText();
  const turn = useTurnWords()(task, nowMs);
  const { progress, pendingPoints, awaits } = task;
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1 text-caption text-mute">
      <span className="num inline-flex items-center gap-1 text-small font-bold text-warn">
        <StarIcon size={14} filled />+{nextReward(task)}
      </span>
      {task.period === 'once' ? null : <span>{t(`task.period.${task.period}`)}</span>}
      {turn ? <span className="num font-semibold">{turn}</span> : null}
      {task.state === 'unlicensed' && isDeed(task) ? <span>{t('task.linkFirst', { site: siteOf(task) })}</span> : null}
      {awaits ? (
        <span className="basis-full text-pretty">{t(`task.awaits.${awaits}`)}</span>
      ) : progress && progress.total > 1 ? (
        <span className="num flex basis-full items-center gap-2 font-semibold">
          <ProgressBar label={task.title} {...progress} className="w-20 bg-raise" />
          {t('task.progress', progress)}
        </span>
      ) : null}
      {pendingPoints ? <span className="basis-full">{t('task.pendingInvites', { points: pendingPoints })}</span> : null}
    </div>
  );
}
