import type { ReactNode } from 'react';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { SparkleIcon, ClockIcon } from '#/ui/icons/more-icons.tsx';
import { ClosedRound } from './closed-round.tsx';
import { OpenRound } from './open-round.tsx';
import type { RiddleRound } from './riddle-round.ts';
import type { Riddles } from './use-riddles.ts';

type RiddleRoundsProps = {
  riddles: Riddles;
  /** What the fan has to spend; nothing while that is not known. */
  points: number | undefined;
};

/** The open round, coming ones, and ended ones with the latest first. */
export function RiddleRounds({ riddles: { rounds, statuses }, points }: RiddleRoundsProps): ReactNode {
  const t = useText();
  const open = rounds.find(({ state }) => state === 'open');
  const coming = rounds.filter(({ state }) => state === 'coming');
  const closed = rounds.filter(({ state }) => state === 'closed').toReversed();
  const statusOf = (roundId: string) => statuses.find((status) => status.roundId === roundId);
  return (
    <>
      {open ? (
        <OpenRound key={open.roundId} round={open} points={points} />
      ) : (
        <div className="card">
          <Empty icon={SparkleIcon} text={t(coming.length > 0 ? 'riddles.noneOpen' : 'riddles.none')} />
        </div>
      )}
      {coming.length > 0 ? (
        <section aria-labelledby="coming-rounds" className="card">
          <h2 id="coming-rounds" className="mb-3 text-title font-bold">
            {t('riddles.coming')}
          </h2>
          <ComingRounds rounds={coming} />
        </section>
      ) : null}
      {closed.length > 0 ? (
        <section aria-labelledby="closed-rounds" className="space-y-3">
          <h2 id="closed-rounds" className="px-1 pt-1 text-title font-bold">
            {t('riddles.closed')}
          </h2>
          {closed.map((round, index) => (
            <ClosedRound
              key={round.roundId}
              round={round}
              status={statusOf(round.roundId)}
              isOpenAtFirst={index === 0 && round.unlocked}
            />
          ))}
        </section>
      ) : null}
    </>
  );
}

/** Rounds to look forward to, the next first. */
function ComingRounds({ rounds }: { rounds: readonly RiddleRound[] }): ReactNode {
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
