import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import type { TaskProgress } from './task.ts';

/** The fan's progress and what is left to earn. */
export function TaskProgressHeader({ progress }: { progress: TaskProgress }): ReactNode {
  const t = useText();
  const { done, total, pointsLeft } = progress;
  const isDone = done === total && total > 0;
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <p className="num text-small font-semibold text-mute">{t('tasks.done', { done, total })}</p>
        <p className="num text-small font-bold text-warn">
          {isDone ? t('tasks.allDone') : t('tasks.pointsLeft', { points: pointsLeft })}
        </p>
      </div>
      <ProgressBar label={t('tasks.progress')} done={done} total={total} className="mt-2 bg-raise" />
    </div>
  );
}
