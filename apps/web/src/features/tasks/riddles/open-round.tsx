import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Badge } from '#/ui/badge.tsx';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { LockIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { AnswerForm } from './answer-form.tsx';
import { RewardSteps } from './reward-steps.tsx';
import type { RiddleRound } from './riddle-round.ts';
import { UnlockSheet } from './unlock-sheet.tsx';
import { useMyAnswers } from './use-riddles.ts';

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
