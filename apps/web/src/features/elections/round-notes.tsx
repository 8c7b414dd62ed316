import type { ReactNode } from 'react';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';
import type { Ranking } from './standings.ts';
import type { Activity, VotingPhase } from './voting-phase.ts';

type RoundNotesProps = {
  activity: Activity;
  phase: VotingPhase;
  /** The round on show, and from when on its count is hidden. */
  shown: Pick<Ranking, 'round' | 'goOn' | 'frozenAt' | 'roundState'>;
};

/** Texts of who goes on, by whether equals share a place, and with which votes. */
const goOnTexts = {
  reachedFirst: { anew: 'rounds.goOn', carrying: 'rounds.goOnCarrying' },
  sharedPlace: { anew: 'rounds.goOnShared', carrying: 'rounds.goOnSharedCarrying' },
} as const satisfies Record<Activity['tieRule'], Record<string, MessageId>>;

/** Says above a ranking which round it is and what is at stake, and since when its count is hidden. */
export function RoundNotes({ activity, phase, shown }: RoundNotesProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { round, goOn, frozenAt, roundState } = shown;
  const { rounds, tieRule } = activity;
  const isOver = phase !== 'open' || roundState !== 'open';
  const next = rounds.find((one) => one.round === round + 1);
  return (
    <div className="space-y-2">
      {rounds.length > 1 ? (
        <p className="num rounded-tile bg-raise p-3.5 text-small font-semibold">
          {t('rounds.which', { round, rounds: rounds.length })}{' '}
          {goOn === null
            ? t('rounds.last')
            : t(goOnTexts[tieRule][rounds[round - 1]?.carries ? 'carrying' : 'anew'], { count: goOn })}{' '}
          {phase === 'between' && next
            ? t('rounds.between', { round: next.round, when: friendly(next.opensAt) })
            : null}
        </p>
      ) : null}
      {frozenAt === null ? null : <FreezeNote when={friendly(frozenAt)} isOver={isOver} isLast={goOn === null} />}
    </div>
  );
}

type FreezeNoteProps = {
  /** The start, in the zone of the screen's times. */
  when: string;
  /** Voting in this round is closed and its result is not known yet. */
  isOver: boolean;
  /** No round follows it. */
  isLast: boolean;
};

/** Says that the count is hidden until the end, and since when. */
export function FreezeNote({ when, isOver, isLast }: FreezeNoteProps): ReactNode {
  const t = useText();
  const overTitle = isLast ? 'freeze.overTitle' : 'freeze.roundOverTitle';
  return (
    <div role="status" className="flex items-center gap-3 rounded-tile bg-brand-soft p-3.5 text-small">
      <span className="text-brand">
        <ClockIcon size={24} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-bold">{t(isOver ? overTitle : 'freeze.title')}</span>
        <span className="num">{t(isOver ? 'freeze.overText' : 'freeze.text', { when })}</span>
      </span>
    </div>
  );
}
