import type { ReactNode } from 'react';
import { useServerNow } from '#/lib/clock/server-clock.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Countdown } from '#/ui/countdown.tsx';
import { isBeingCounted } from './rounds.ts';
import type { Activity, VotingPhase } from './voting-phase.ts';

/**
 * Shows the note below an election's countdown: how the count proceeds after the end, and with several rounds when the
 * current one ends or the next one opens. Belongs on a stage.
 */
export function RoundClock({ activity, phase }: { activity: Activity; phase: VotingPhase }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  if (phase === 'final' || isBeingCounted(phase)) {
    return (
      <p className="inline-block rounded-tile bg-black/30 px-4 py-3 text-small font-semibold">
        {phase === 'closing' ? t('phase.closingNote') : null}
        {phase === 'tallying' ? t('phase.tallyingNote') : null}
        {phase === 'final' ? t('phase.finalNote', { closedAt: friendly(activity.closesAt) }) : null}
      </p>
    );
  }
  return <RoundCountdown activity={activity} />;
}

function RoundCountdown({ activity: { rounds, closesAt } }: { activity: Activity }): ReactNode {
  const t = useText();
  const nowMs = useServerNow(Date.parse(closesAt));
  const latest = rounds.findLast(({ opensAt }) => nowMs >= Date.parse(opensAt)) ?? rounds[0];
  if (!latest) return null;
  const isOver = nowMs >= Date.parse(latest.closesAt);
  const next = isOver ? rounds.find(({ round }) => round === latest.round + 1) : undefined;
  const until = next?.opensAt ?? latest.closesAt;
  return (
    <>
      <p className="mb-2 text-caption font-semibold">
        {next ? t('rounds.opensIn', { round: next.round }) : t('rounds.endsIn', { round: latest.round })}
      </p>
      <Countdown key={until} until={until} />
    </>
  );
}
