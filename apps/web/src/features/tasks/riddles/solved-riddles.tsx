import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { CheckIcon, CloseIcon } from '#/ui/icons/first-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { RiddleCard } from './riddle-card.tsx';
import type { MyAnswers, RiddleRound } from './riddle-round.ts';
import { useCorrectAnswers, useMyAnswers } from './use-riddles.ts';

type SolvedRiddlesProps = {
  round: RiddleRound;
  /** Whether the fan has unlocked the round, and so may have answers. */
  isMine: boolean;
};

/** The riddles of a round that is over, each with what solves it beside what the fan has answered. */
export function SolvedRiddles({ round, isMine }: SolvedRiddlesProps): ReactNode {
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
