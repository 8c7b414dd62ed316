import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';

type RewardStepsProps = {
  /** Points for one right answer, for two, … for all. */
  rewards: readonly number[];
  /** How many were right; nothing before the marking. */
  right?: number | undefined;
};

/** The rewards by number of right answers, as rising steps. */
export function RewardSteps({ rewards, right }: RewardStepsProps): ReactNode {
  const t = useText();
  return (
    <ol aria-label={t('riddles.rewards')} className="flex items-stretch gap-1.5">
      {rewards.map((points, index) => {
        const isMine = right === index + 1;
        return (
          <li
            key={index}
            className={`flex min-w-0 flex-1 flex-col items-center rounded-control px-1 py-2 text-center ${isMine ? 'action' : 'bg-raise'}`}
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
