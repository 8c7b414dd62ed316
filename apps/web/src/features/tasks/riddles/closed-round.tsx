import { type ReactNode, useId, useState } from 'react';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { CheckIcon, CloseIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { RewardSteps } from './reward-steps.tsx';
import { RiddleCard } from './riddle-card.tsx';
import type { RiddleRound, RiddleStatus, MyAnswers } from './riddle-round.ts';
import { useCorrectAnswers, useMyAnswers } from './use-riddles.ts';

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

type SolvedRiddlesProps = {
  round: RiddleRound;
  /** Whether the fan has unlocked the round, and so may have answers. */
  isMine: boolean;
};

/** The riddles of a round that is over, each with what solves it beside what the fan has answered. */
function SolvedRiddles({ round, isMine }: SolvedRiddlesProps): ReactNode {
  const t = useText();
  const correct = useCorrectAnswers(round.roundId);
  const mine = useMyAnswers(round.roundId, isMine);
  if (correct.data === null) return <p className="text-small text-mute">{t('riddles.answersSoon')}</p>;
  const failed = [correct, mine].find((query) => query.error !== null && !query.data);
  if (failed) {
    return (
      <LoadError
        text={t('riddles.answersError')}
        error={failed.error}
        retrying={failed.isFetching}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  if (!correct.data || (isMine && !mine.data)) {
    return (
      <LoadingRegion className="space-y-3">
        {Array.from({ length: round.riddleCount }, (_, index) => (
          <Skeleton key={index} className="h-40 rounded-tile" />
        ))}
      </LoadingRegion>
    );
  }
  const solutions = new Map(correct.data.answers.map(({ riddleId, answer }) => [riddleId, answer]));
  const given = new Map(mine.data?.answers.map((one) => [one.riddleId, one]));
  return (
    <div className="space-y-3">
      {(round.riddles ?? []).map((riddle, index) => (
        <RiddleCard key={riddle.riddleId} riddle={riddle} number={index + 1}>
          <dl className="space-y-2 border-t border-line pt-3 text-small">
            <div className="flex flex-wrap gap-x-2">
              <dt className="text-mute">{t('riddles.solution')}</dt>
              <dd className="font-bold">{solutions.get(riddle.riddleId)}</dd>
            </div>
            {isMine ? <MyAnswer given={given.get(riddle.riddleId)} /> : null}
          </dl>
        </RiddleCard>
      ))}
    </div>
  );
}

function MyAnswer({ given }: { given: MyAnswers['answers'][number] | undefined }): ReactNode {
  const t = useText();
  const right = given?.right;
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <dt className="text-mute">{t('riddles.mine')}</dt>
      <dd className={`min-w-0 font-bold break-words ${right ? 'text-ok' : ''} ${right === false ? 'text-brand' : ''}`}>
        {given?.answer ?? t('riddles.noAnswer')}
        {right === true ? <CheckIcon size={16} className="ml-1 inline" /> : null}
        {right === false ? <CloseIcon size={16} className="ml-1 inline" /> : null}
        {typeof right === 'boolean' ? (
          <span className="sr-only"> {t(right ? 'riddles.right' : 'riddles.wrong')}</span>
        ) : null}
      </dd>
    </div>
  );
}
