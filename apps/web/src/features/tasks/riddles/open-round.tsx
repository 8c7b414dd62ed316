import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useFailureText } from '#/lib/failure.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { signInPath } from '#/lib/navigation.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Badge } from '#/ui/badge.tsx';
import { buttonStyle, Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { LockIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { AnswerForm } from './answer-form.tsx';
import { RewardSteps } from './reward-steps.tsx';
import { unlockErrorText, useMyAnswers } from './use-riddles.ts';
import type { RiddleRound } from './riddle-round.ts';

type OpenRoundProps = {
  round: RiddleRound;
  /** What the fan has to spend; nothing while that is not known. */
  points: number | undefined;
};

/** The round that can be played now: locked with its price, or its riddles with the fan's answers. */
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
  /** What the fan has to spend. */
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
