import type { ReactNode } from 'react';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';
import type { RiddleRound } from './riddle-round.ts';

/** Rounds to look forward to, the next first. */
export function ComingRounds({ rounds }: { rounds: readonly RiddleRound[] }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  return (
    <ul className="space-y-2.5">
      {rounds.map(({ roundId, title, opensAt, riddleCount, price }) => (
        <li key={roundId} className="flex items-center gap-3 rounded-tile bg-bg p-3.5">
          <span className="grid size-11 shrink-0 place-content-center rounded-full bg-raise text-mute">
            <ClockIcon size={20} />
          </span>
          <div className="min-w-0">
            <p className="leading-snug font-bold text-pretty">{title}</p>
            <p className="num text-small text-mute">{t('riddles.opensAt', { when: friendly(opensAt) })}</p>
            <p className="num text-caption text-mute">
              {t('riddles.facts', { count: riddleCount, price: t('points.count', { points: price }) })}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
