import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { rowsOf } from '#/lib/paging/page.ts';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { UnsettledAlert } from '#/ui/spend/spend-sheet.tsx';
import { receiveErrorText, type StakingInfo, useBonuses, type useReceiveBonus } from './staking-queries.ts';
import { useStakingTimes } from './staking-times.ts';
import { CoinGold, StarCoins } from './star-coins.tsx';

type BonusCardProps = {
  receivable: NonNullable<StakingInfo['mine']>['receivable'];
  receiving: ReturnType<typeof useReceiveBonus>;
};

/** The bonus that has waited longest, to be received by one press; then the next one. One without an answer comes first. */
export function BonusCard({ receivable, receiving }: BonusCardProps): ReactNode {
  const t = useText();
  const { day, moment } = useStakingTimes();
  const { data, error: loadError, isFetching, refetch } = useBonuses();
  const { receive, isPending, error, unsettled } = receiving;
  // None waits longer than a first page of weeks.
  const bonuses = data && rowsOf(data.pages, ({ periodId }) => periodId);
  const shown = unsettled
    ? bonuses?.find(({ periodId }) => periodId === unsettled.periodId)
    : bonuses?.findLast(({ state }) => state === 'receivable');
  const refusal = error && !unsettled && !isPending ? <InlineAlert>{receiveErrorText(error, t)}</InlineAlert> : null;
  if (!shown) {
    if (refusal) return refusal;
    if (loadError && !isFetching) {
      const text = t('stake.records.bonusesError');
      return <LoadError text={text} error={loadError} retrying={isFetching} onRetry={() => void refetch()} />;
    }
    return (
      <LoadingRegion>
        <Skeleton className="h-40 rounded-tile" />
      </LoadingRegion>
    );
  }
  const others = receivable.periods - 1;
  return (
    <>
      <div className="flex items-center gap-4">
        <svg viewBox="0 0 56 64" width="56" height="64" aria-hidden="true" className="shrink-0">
          <defs>
            <CoinGold id="bonus-card-gold" />
          </defs>
          <StarCoins x={28} floor={60} count={4} fill="bonus-card-gold" />
        </svg>
        <div className="min-w-0">
          <p className="num text-score leading-none font-extrabold text-warn">
            {t('stake.bonus.plus', { points: shown.points })}
          </p>
          <p className="num mt-1.5 text-small font-semibold">{t('stake.weekOf', { day: day(shown.periodId) })}</p>
          {shown.state === 'receivable' ? (
            <p className="num text-caption text-pretty text-mute">
              {t('stake.bonus.autoPaid', { when: moment(shown.autoPaidAt) })}
            </p>
          ) : null}
        </div>
      </div>
      <div className="mt-4 space-y-3">
        {unsettled ? <UnsettledAlert text={t('stake.bonus.unsettled')} error={error} /> : refusal}
        <SpendButton size="large" busy={isPending} onClick={() => receive(shown.periodId)}>
          {unsettled ? t('mall.askAgain') : t('stake.bonus.receive', { points: shown.points })}
        </SpendButton>
      </div>
      {others > 0 && !unsettled ? (
        <p className="num mt-3 text-center text-small text-mute">{t('stake.bonus.others', { count: others })}</p>
      ) : null}
    </>
  );
}
