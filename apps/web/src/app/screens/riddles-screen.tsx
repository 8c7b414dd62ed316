import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pointAsset, useAssets, useBalance } from '#/features/points/use-assets.ts';
import { ResultPopUp, RiddleRounds } from '#/features/tasks/riddles/riddle-rounds.tsx';
import { riddlesKey, useRiddles } from '#/features/tasks/riddles/riddles.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Countdown } from '#/ui/countdown.tsx';
import { ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { StarIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { StageTop } from '#/ui/stage-top.tsx';
import { type Way, WayList } from '#/ui/way-list.tsx';

const ways: readonly Way[] = [
  {
    to: '/feature-fan-question-rule',
    icon: ReceiptIcon,
    title: 'riddles.rulesTitle',
    text: 'riddles.rulesText',
  },
  { to: '/my-points', icon: StarIcon, title: 'riddles.pointsTitle', text: 'riddles.pointsText' },
];

/** Shows the rounds of riddles: a fan unlocks one, answers until the countdown is over, and sees the reward. */
export function RiddlesScreen(): ReactNode {
  const t = useText();
  const queryClient = useQueryClient();
  const { data: riddles, error, isFetching, refetch } = useRiddles();
  const points = useBalance(pointAsset);
  const assets = useAssets();
  const open = riddles?.rounds.find(({ state }) => state === 'open');
  const next = open ? undefined : riddles?.rounds.find(({ state }) => state === 'coming');
  const turn = () => void queryClient.invalidateQueries({ queryKey: riddlesKey });
  return (
    <>
      <StageTop title={t('riddles.title')} text={t('riddles.subtitle')} backTo="/task">
        {open ? (
          <>
            <p className="mb-2 text-small font-bold text-gold">{t('riddles.closesIn')}</p>
            <Countdown key={open.roundId} until={open.closesAt} onOver={turn} />
          </>
        ) : undefined}
        {next ? (
          <>
            <p className="mb-2 text-small font-bold text-gold">{t('riddles.opensIn')}</p>
            <Countdown key={next.roundId} until={next.opensAt} onOver={turn} />
          </>
        ) : undefined}
      </StageTop>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        {open && !open.unlocked && !assets.data && assets.error ? (
          <div className="card">
            <LoadError
              text={t('points.loadError')}
              error={assets.error}
              retrying={assets.isFetching}
              onRetry={() => void assets.refetch()}
            />
          </div>
        ) : null}
        {riddles ? <RiddleRounds riddles={riddles} points={points} /> : null}
        {!riddles && error ? (
          <div className="card">
            <LoadError text={t('riddles.error')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
          </div>
        ) : null}
        {!riddles && !error ? (
          <LoadingRegion className="space-y-4">
            <Skeleton className="h-80 rounded-card" />
            <Skeleton className="h-48 rounded-card" />
          </LoadingRegion>
        ) : null}
        <section aria-label={t('riddles.more')} className="card">
          <WayList ways={ways} />
        </section>
      </div>
      {riddles ? <ResultPopUp riddles={riddles} /> : null}
    </>
  );
}
