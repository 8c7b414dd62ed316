import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { StarIcon } from '#/ui/icons/first-icons.tsx';
import { TaskResets } from './task-resets.tsx';
import { taskProgress, type TasksByTab } from './task.ts';

/** The head of the list: how far the fan is today, what is still to earn, and when it starts over. */
export function TaskStage({ tasks }: { tasks: TasksByTab }): ReactNode {
  const t = useText();
  const { done, total, pointsLeft } = taskProgress(tasks);
  const isDone = total > 0 && done === total;
  return (
    <section aria-label={t('tasks.progress')} className="stage rounded-card p-5">
      <div className="flex items-center gap-5">
        <Ring done={done} total={total} />
        <div className="min-w-0">
          {isDone ? (
            <p className="text-title font-extrabold">{t('tasks.everythingEarned')}</p>
          ) : (
            <>
              <p className="flex items-center gap-2 text-score leading-none font-extrabold">
                <StarIcon size={28} filled className="text-gold" />
                <RollingNumber value={pointsLeft} />
              </p>
              <p className="mt-1.5 text-small font-semibold">{t('tasks.leftToday')}</p>
            </>
          )}
        </div>
      </div>
      <TaskResets tasks={tasks} />
    </section>
  );
}

const radius = 38;
const circumference = 2 * Math.PI * radius;

/** A ring of light that closes as tasks are done. */
function Ring({ done, total }: { done: number; total: number }): ReactNode {
  const t = useText();
  const part = total > 0 ? done / total : 0;
  return (
    <div
      role="progressbar"
      aria-label={t('tasks.ring', { done, total })}
      aria-valuenow={done}
      aria-valuemin={0}
      aria-valuemax={total}
      className="relative size-24 shrink-0"
    >
      <svg viewBox="0 0 92 92" aria-hidden="true" className="size-full -rotate-90">
        <circle cx={46} cy={46} r={radius} fill="none" strokeWidth={8} style={{ stroke: 'rgb(255 255 255 / 0.2)' }} />
        <circle
          cx={46}
          cy={46}
          r={radius}
          fill="none"
          strokeWidth={8}
          strokeLinecap="round"
          strokeDasharray={`${circumference * part} ${circumference}`}
          style={part > 0 ? { stroke: 'var(--gold-from)' } : undefined}
        />
      </svg>
      <p aria-hidden="true" className="num absolute inset-0 grid place-content-center text-center leading-none">
        <span className="text-section font-extrabold">{done}</span>
        <span className="mt-1 text-caption font-semibold">/ {total}</span>
      </p>
    </div>
  );
}
