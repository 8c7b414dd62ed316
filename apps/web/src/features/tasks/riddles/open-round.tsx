import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState, type FormEvent } from 'react';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import { showAnswer } from '#/lib/api/show-answer.ts';
import { useFailureText } from '#/lib/failure.ts';
import { lengthAtMost, notBlank } from '#/lib/form/field-rules.ts';
import { type FieldPlan, useFields } from '#/lib/form/use-fields.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText, text } from '#/lib/i18n/use-text.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { signInPath } from '#/lib/navigation.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Badge } from '#/ui/badge.tsx';
import { buttonStyle, Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { FormField } from '#/ui/form-fields.tsx';
import { LockIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { RewardSteps, RiddleCard } from './riddle-card.tsx';
import {
  type RiddleRound,
  type MyAnswers,
  type Riddle,
  unlockErrorText,
  useMyAnswers,
  answerErrorText,
  myAnswersKey,
} from './riddles.ts';

type OpenRoundProps = {
  round: RiddleRound;
  /** The fan's Points; undefined while they are not known. */
  points: number | undefined;
};

/** Shows the round that can be played now: locked with its price, or its riddles with the fan's answers. */
export function OpenRound({ round, points }: OpenRoundProps): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="open-round" className="card">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="open-round" className="text-title font-bold">
          {round.title}
        </h2>
        <Badge tone={round.unlocked ? 'ok' : 'brand'}>{t(round.unlocked ? 'riddles.unlocked' : 'riddles.open')}</Badge>
      </div>
      <p className="mt-1 mb-4 text-small text-pretty text-mute">{round.description}</p>
      <RewardSteps rewards={round.rewards} />
      <div className="mt-4">
        {round.unlocked ? <Answers round={round} /> : <LockedRound round={round} points={points} />}
      </div>
    </section>
  );
}

function LockedRound({ round, points }: OpenRoundProps): ReactNode {
  const t = useText();
  const accountId = useAccountId();
  const [isAsking, setIsAsking] = useState(false);
  const isFull = round.placesLeft === 0;
  return (
    <div className="space-y-3">
      <p className="flex items-start gap-2.5 rounded-tile bg-bg p-4 text-small text-pretty text-mute">
        <LockIcon size={20} className="shrink-0" />
        {isFull ? t('riddles.full') : t('riddles.locked', { count: round.riddleCount, places: round.placesLeft })}
      </p>
      {accountId === undefined ? (
        <Link href={signInPath('/riddles')} className={buttonStyle('primary', 'large')}>
          {t('riddles.signIn')}
        </Link>
      ) : (
        <Button size="large" disabled={isFull || points === undefined} onClick={() => setIsAsking(true)}>
          {t('riddles.unlock', { points: round.price })}
        </Button>
      )}
      {isAsking && points !== undefined ? (
        <UnlockSheet round={round} points={points} onClose={() => setIsAsking(false)} />
      ) : null}
    </div>
  );
}

function Answers({ round }: { round: RiddleRound }): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch } = useMyAnswers(round.roundId);
  if (data) return <AnswerForm roundId={round.roundId} riddles={round.riddles ?? []} mine={data.answers} />;
  if (error) {
    return (
      <LoadError text={t('riddles.answersError')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
    );
  }
  return (
    <LoadingRegion className="space-y-3">
      {Array.from({ length: round.riddleCount }, (_, index) => (
        <Skeleton key={index} className="h-48 rounded-tile" />
      ))}
    </LoadingRegion>
  );
}

/** Unlocks a round of riddles for Points. */
function useUnlockRound(roundId: string, onDone: () => void) {
  const { mutate, isPending, error, unsettled } = useIntent({
    route: 'POST /task/api/v1/riddle/consume',
    scope: `riddles:${roundId}`,
    affects: [queryKeys.tasks, queryKeys.assets],
    onDone,
  });
  return { unlock: () => mutate({ roundId }), isPending, error, unsettled };
}

type UnlockSheetProps = {
  round: RiddleRound;
  /** The fan's Points. */
  points: number;
  onClose: () => void;
};

/** Confirms the payment for a round, and shows the balance afterwards. */
function UnlockSheet({ round, points, onClose }: UnlockSheetProps): ReactNode {
  const t = useText();
  const { roundId, price } = round;
  const failure = useFailureText();
  const unlocking = useUnlockRound(roundId, onClose);
  // Also during a repeat.
  const isLost = unlocking.unsettled !== null;
  const missing = price - points;
  return (
    <Sheet
      onClose={onClose}
      title={round.title}
      subtitle={t('riddles.unlockWhat', { count: round.riddleCount })}
      media={
        <span className="action grid size-16 shrink-0 place-content-center rounded-tile">
          <LockIcon size={30} />
        </span>
      }
    >
      {(close) => (
        <div className="mt-5 space-y-4">
          {isLost ? (
            <InlineAlert>
              <p>{t('riddles.unsettled')}</p>
              {unlocking.error ? <p className="mt-1 font-normal">{failure(unlocking.error)?.detail}</p> : null}
            </InlineAlert>
          ) : null}
          {!isLost && missing > 0 ? <InlineAlert>{t('mall.tooFewPoints', { missing })}</InlineAlert> : null}
          {!isLost && missing <= 0 ? <Bill price={price} points={points} /> : null}
          {!isLost && unlocking.error ? <InlineAlert>{unlockErrorText(unlocking.error, t)}</InlineAlert> : null}
          {!isLost && missing > 0 ? (
            <Link href="/task" className={buttonStyle('primary', 'large')}>
              {t('vote.earnPoints')}
            </Link>
          ) : (
            <SpendButton size="large" busy={unlocking.isPending} onClick={unlocking.unlock}>
              {isLost ? t('mall.askAgain') : t('riddles.pay', { points: price })}
            </SpendButton>
          )}
          <Button variant="quiet" className="w-full" onClick={close}>
            {t('common.notNow')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

function Bill({ price, points }: { price: number; points: number }): ReactNode {
  const t = useText();
  return (
    <dl className="num space-y-2 rounded-tile bg-raise p-4 text-small">
      {(
        [
          ['mall.youPay', price],
          ['mall.remains', points - price],
        ] as const
      ).map(([label, amount]) => (
        <div key={label} className="flex justify-between gap-3">
          <dt className="text-mute">{t(label)}</dt>
          <dd className="font-bold">{t('points.count', { points: amount })}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The contract's bound on one answer. */
const longestAnswer = 200;
const plan: FieldPlan = { label: 'riddles.answer', rules: [notBlank, lengthAtMost(longestAnswer)] };

type AnswerFormProps = { roundId: string; riddles: readonly Riddle[]; mine: MyAnswers['answers'] };

/**
 * Shows a field for each riddle. They are handed in together, as many as are filled in, and can be changed until the
 * closing.
 */
function AnswerForm({ roundId, riddles, mine }: AnswerFormProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const saved = new Map(mine.map((one) => [one.riddleId, one]));
  const form = useFields<string>(
    Object.fromEntries(riddles.map(({ riddleId }) => [riddleId, plan])),
    Object.fromEntries(mine.map(({ riddleId, answer }) => [riddleId, answer])),
  );
  const submission = useSubmitAnswers(roundId, (kept, sent) => {
    // As the server has tidied them up, unless the fan has been writing on.
    const keptAnswers = new Map(kept.answers.map(({ riddleId, answer }) => [riddleId, answer]));
    for (const { riddleId, answer } of sent) {
      if (form.values[riddleId] === answer) form.fields[riddleId]?.set(keptAnswers.get(riddleId) ?? answer);
    }
  });
  const changed = riddles
    .map(({ riddleId }) => ({ riddleId, answer: form.values[riddleId] ?? '' }))
    .filter(({ riddleId, answer }) => answer !== '' && answer !== saved.get(riddleId)?.answer);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!submission.isPending && form.check() && changed.length > 0) submission.mutate(changed);
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-3">
      {riddles.map((riddle, index) => {
        const { riddleId } = riddle;
        const field = form.fields[riddleId];
        const answered = saved.get(riddleId);
        const isSaved = answered !== undefined && field?.value === answered.answer;
        return (
          <RiddleCard key={riddleId} riddle={riddle} number={index + 1}>
            <FormField
              label={t('riddles.answer')}
              error={field?.error}
              hint={
                isSaved ? (
                  <span className="inline-flex items-center gap-1 font-semibold text-ok">
                    <CheckIcon size={16} />
                    {t('riddles.savedAt', { when: friendly(answered.answeredAt) })}
                  </span>
                ) : undefined
              }
              autoComplete="off"
              enterKeyHint="done"
              value={field?.value ?? ''}
              onChange={(event) => field?.set(event.currentTarget.value)}
              onBlur={() => field?.leave()}
            />
          </RiddleCard>
        );
      })}
      {submission.error ? <InlineAlert>{answerErrorText(submission.error, t)}</InlineAlert> : null}
      <Button
        type="submit"
        size="large"
        busy={submission.isPending}
        disabled={changed.length === 0 && !submission.isPending}
      >
        {t(mine.length > 0 ? 'riddles.saveChanges' : 'riddles.save')}
      </Button>
      <p className="text-center text-small text-pretty text-mute">{t('riddles.lastCounts')}</p>
    </form>
  );
}

type GivenAnswer = { readonly riddleId: string; readonly answer: string };

/**
 * Submits answers; the last one per riddle counts. Called back with all of the fan's answers in the round, and the sent
 * ones.
 */
function useSubmitAnswers(roundId: string, onKept: (mine: MyAnswers, sent: readonly GivenAnswer[]) => void) {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: (answers: readonly GivenAnswer[]) =>
      call('POST /task/api/v1/riddle/submitAnswers', { body: { roundId, answers: [...answers] } }),
    onSuccess: async (mine, sent) => {
      await showAnswer(queryClient, { queryKey: myAnswersKey(roundId, accountId), exact: true }, () => mine);
      onKept(mine, sent);
      showToast({ kind: 'success', title: text('riddles.saved') });
      void queryClient.invalidateQueries({ queryKey: queryKeys.tasks });
    },
  });
}
