import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState, useEffect, useEffectEvent } from 'react';
import { call } from '#/lib/api/call.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { celebrate } from '#/ui/confetti.ts';
import { Modal } from '#/ui/dialog.tsx';
import { Empty } from '#/ui/empty.tsx';
import { SparkleIcon, ClockIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon, CloseIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { OpenRound } from './open-round.tsx';
import { RewardSteps, RiddleCard } from './riddle-card.tsx';
import {
  type RiddleRound,
  type RiddleStatus,
  type MyAnswers,
  resultToShow,
  type Riddles,
  useCorrectAnswers,
  useMyAnswers,
  riddlesKey,
} from './riddles.ts';

type RiddleRoundsProps = {
  riddles: Riddles;
  /** The fan's Points; undefined while they are not known. */
  points: number | undefined;
};

/** Shows the open round, coming ones, and ended ones with the latest first. */
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

/** Lists coming rounds, the next first. */
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

type ClosedRoundProps = {
  round: RiddleRound;
  /** The fan's status; undefined when they have not played it. */
  status: RiddleStatus | undefined;
  isOpenAtFirst: boolean;
};

/** Shows a round that is over: what it brought the fan, and on demand the answers. */
function ClosedRound({ round, status, isOpenAtFirst }: ClosedRoundProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  // The screen that the server drew does not know yet who looks at it.
  const [chosen, choose] = useState<boolean>();
  const isOpen = chosen ?? isOpenAtFirst;
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
        onClick={() => choose(!isOpen)}
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

/** Shows the riddles of a round that is over, each with what solves it beside what the fan has answered. */
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

type ShownResult = { readonly round: RiddleRound; readonly right: number; readonly reward: number };

/** Shows each round's result once, one after the other, to the first client that fetches it. */
export function ResultPopUp({ riddles }: { riddles: Riddles }): ReactNode {
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<ShownResult | undefined>(undefined);
  const [asked, setAsked] = useState<readonly string[]>([]);
  const noting = useMutation({
    // A lost background request is silent: the pop-up appears on the next visit.
    meta: { background: true },
    mutationFn: (roundId: string) => call('POST /task/api/v1/riddle/setOpenPopStatus', { body: { roundId } }),
    onSuccess: ({ first, roundId }) => {
      const round = riddles.rounds.find((one) => one.roundId === roundId);
      const result = riddles.statuses.find((one) => one.roundId === roundId)?.result;
      if (first && round && result) setShown({ round, ...result });
      void queryClient.invalidateQueries({ queryKey: riddlesKey });
    },
    onSettled: (_answer, _error, roundId) => setAsked((before) => [...before, roundId]),
  });
  const note = useEffectEvent((roundId: string) => noting.mutate(roundId));
  const isTaken = shown !== undefined || noting.isPending;
  const roundId = isTaken ? undefined : resultToShow(riddles.statuses, asked)?.roundId;
  useEffect(() => {
    if (roundId !== undefined) note(roundId);
  }, [roundId]);
  return shown ? <Result {...shown} onClose={() => setShown(undefined)} /> : null;
}

function Result({ round, right, reward, onClose }: ShownResult & { onClose: () => void }): ReactNode {
  const t = useText();
  useEffect(() => {
    if (reward > 0) celebrate();
  }, [reward]);
  return (
    <Modal title={t(reward > 0 ? 'riddles.won' : 'riddles.notWon')} onClose={onClose}>
      {(close) => (
        <div className="mt-3 space-y-5">
          <p className="text-body text-pretty text-mute">
            {t('riddles.outcome', { round: round.title, right, count: round.riddleCount })}
          </p>
          {reward > 0 ? (
            <p className="num text-center text-screen font-extrabold text-ok">
              +{t('points.count', { points: reward })}
            </p>
          ) : null}
          <RewardSteps rewards={round.rewards} right={right} />
          <Button size="large" onClick={close}>
            {t('common.done')}
          </Button>
        </div>
      )}
    </Modal>
  );
}
