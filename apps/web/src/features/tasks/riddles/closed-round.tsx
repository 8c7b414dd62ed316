import { type ReactNode, useId, useState } from 'react';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { RewardSteps } from './reward-steps.tsx';
import type { RiddleRound, RiddleStatus } from './riddle-round.ts';
import { SolvedRiddles } from './solved-riddles.tsx';

type ClosedRoundProps = {
  round: RiddleRound;
  /** Nothing when the fan has not played it. */
  status: RiddleStatus | undefined;
  isOpenAtFirst: boolean;
};

/** A round that is over: what it brought the fan, and on demand the answers. */
export function ClosedRound({ round, status, isOpenAtFirst }: ClosedRoundProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const answersId = useId();
  return (
    <article aria-label={round.title} className="card">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-title font-bold">{round.title}</h3>
        <Outcome status={status} />
      </div>
      <p className="num mt-0.5 text-small text-mute">{t('riddles.closedAt', { when: friendly(round.closesAt) })}</p>
      {status ? (
        <div className="mt-3">
          <RewardSteps rewards={round.rewards} right={status.result?.right} />
        </div>
      ) : null}
      <Button
        variant="soft"
        className="mt-3"
        aria-expanded={isOpen}
        aria-controls={answersId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t(isOpen ? 'riddles.hideAnswers' : 'riddles.showAnswers')}
      </Button>
      <div id={answersId} hidden={!isOpen} className="mt-4">
        {isOpen ? <SolvedRiddles round={round} isMine={status !== undefined} /> : null}
      </div>
    </article>
  );
}

function Outcome({ status }: { status: RiddleStatus | undefined }): ReactNode {
  const t = useText();
  if (!status) return <Badge tone="quiet">{t('riddles.notPlayed')}</Badge>;
  const { result } = status;
  if (!result) return <Badge tone="warn">{t('riddles.marking')}</Badge>;
  if (result.reward === 0) return <Badge tone="quiet">{t('riddles.rightCount', { count: result.right })}</Badge>;
  return <Badge tone="ok">+{t('points.count', { points: result.reward })}</Badge>;
}
