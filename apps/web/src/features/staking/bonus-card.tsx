import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { rowsOf } from '#/lib/paging/page.ts';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { UnsettledAlert } from '#/ui/spend/spend-sheet.tsx';
import {
  type Bonus,
  type ReceivedBonus,
  receiveErrorText,
  type StakingInfo,
  useBonuses,
  useReceiveBonus,
} from './staking-queries.ts';
import { useStakingTimes } from './staking-times.ts';
import { CoinGold, StarCoins } from './star-coins.tsx';

type BonusCardProps = {
  receivable: NonNullable<StakingInfo['mine']>['receivable'];
  onReceived: (received: ReceivedBonus) => void;
};

/** The bonus that has waited longest, to be received by one press; then the next one. */
export function BonusCard({ receivable, onReceived }: BonusCardProps): ReactNode {
  const t = useText();
  const { day, moment } = useStakingTimes();
  const { data } = useBonuses();
  // None waits longer than a first page of weeks.
  const oldest = data && rowsOf(data.pages, ({ periodId }) => periodId).findLast(({ state }) => state === 'receivable');
  if (!oldest) {
    if (data) return null;
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
            {t('stake.bonus.plus', { points: oldest.points })}
          </p>
          <p className="num mt-1.5 text-small font-semibold">{t('stake.weekOf', { day: day(oldest.periodId) })}</p>
          <p className="num text-caption text-pretty text-mute">
            {t('stake.bonus.paysItself', { when: moment(oldest.paysItselfAt) })}
          </p>
        </div>
      </div>
      <div className="mt-4">
        <ReceiveButton key={oldest.periodId} bonus={oldest} onReceived={onReceived} />
      </div>
      {others > 0 ? (
        <p className="num mt-3 text-center text-small text-mute">{t('stake.bonus.others', { count: others })}</p>
      ) : null}
    </>
  );
}

type ReceiveButtonProps = {
  bonus: Pick<Bonus, 'periodId' | 'points'>;
  onReceived: (received: ReceivedBonus) => void;
};

/** Receives a bonus; after a lost answer it asks for the same one again. */
function ReceiveButton({ bonus: { periodId, points }, onReceived }: ReceiveButtonProps): ReactNode {
  const t = useText();
  const { receive, isPending, error, unsettled } = useReceiveBonus(periodId, onReceived);
  return (
    <div className="space-y-3">
      {unsettled ? <UnsettledAlert text={t('stake.bonus.unsettled')} error={error} /> : null}
      {error && !unsettled && !isPending ? <InlineAlert>{receiveErrorText(error, t)}</InlineAlert> : null}
      <SpendButton size="large" busy={isPending} onClick={receive}>
        {unsettled ? t('mall.askAgain') : t('stake.bonus.receive', { points })}
      </SpendButton>
    </div>
  );
}
