import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { SparkleIcon } from '#/ui/icons/more-icons.tsx';
import type { Riddle } from './riddles.ts';

type RiddleCardProps = { riddle: Riddle; number: number; children: ReactNode };

/** Shows a riddle with its number and hint, and its answer below. */
export function RiddleCard({ riddle, number, children }: RiddleCardProps): ReactNode {
  const t = useText();
  return (
    <article aria-label={t('riddles.number', { number })} className="rounded-tile bg-bg p-4">
      <div className="flex gap-3">
        <span
          aria-hidden="true"
          className={
            'num grid size-9 shrink-0 place-content-center rounded-full ' +
            'bg-brand-soft text-small font-extrabold text-brand'
          }
        >
          {number}
        </span>
        <p className="min-w-0 pt-1 text-body leading-relaxed font-semibold text-pretty">{riddle.text}</p>
      </div>
      <p className="mt-3 flex items-start gap-2 text-small text-pretty text-mute">
        <SparkleIcon size={16} className="mt-0.5 shrink-0" />
        <span>
          <span className="font-bold">{t('riddles.hint')}</span> {riddle.hint}
        </span>
      </p>
      <div className="mt-3">{children}</div>
    </article>
  );
}

type RewardStepsProps = {
  /** Points for one right answer, for two, … for all. */
  rewards: readonly number[];
  /** The number of right answers; undefined before the marking. */
  right?: number | undefined;
};

/** Shows the rewards by number of right answers, as rising steps. */
export function RewardSteps({ rewards, right }: RewardStepsProps): ReactNode {
  const t = useText();
  return (
    <ol aria-label={t('riddles.rewards')} className="flex items-stretch gap-1.5">
      {rewards.map((points, index) => {
        const isMine = right === index + 1;
        return (
          <li
            key={index}
            className={
              'flex min-w-0 flex-1 flex-col items-center rounded-control px-1 py-2 text-center ' +
              (isMine ? 'action' : 'bg-raise')
            }
          >
            <span className="num text-title leading-tight font-extrabold">{formatNumber(points)}</span>
            <span className={`text-caption font-semibold ${isMine ? '' : 'text-mute'}`}>
              {t('riddles.rightCount', { count: index + 1 })}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
