import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { GiftIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SettledActions, SettledNotice, SpendSheet, useSpendState } from '#/ui/spend/spend-sheet.tsx';
import { GiftForm } from './gift-form.tsx';
import { type Gift, useGiveTickets, useGiftTerms } from './use-gifts.ts';

type GiftSheetProps = {
  activityId: string;
  /** Shown when the fan has no tickets. */
  topUp: ReactNode;
  onClose: () => void;
};

/** The sheet to give tickets to another fan: recipient, amount and result. */
export function GiftSheet({ activityId, topUp, onClose }: GiftSheetProps): ReactNode {
  const t = useText();
  const spend = useSpendState<Gift>();
  const gift = useGiveTickets(activityId, spend.settle);
  const { unsettled } = gift;
  return (
    <SpendSheet
      onClose={onClose}
      title={t('gift.title')}
      subtitle={t('gift.subtitle')}
      media={
        <span className="action grid size-16 shrink-0 place-content-center rounded-tile">
          <GiftIcon size={30} />
        </span>
      }
      spend={spend}
      sending={gift}
      unsettled={
        unsettled && {
          text: t('gift.unsettled', { count: unsettled.num }),
          askAgainLabel: t('gift.askAgain'),
          onAskAgain: () => gift.give(unsettled.toAccount, unsettled.num),
        }
      }
      renderSettled={({ num: count, fan, ticketsLeft, leftToday }, close) => (
        <>
          <SettledNotice
            title={fan ? t('gift.givenTo', { count, name: fan.nickname }) : t('gift.given', { count })}
            detail={t('gift.remains', { tickets: ticketsLeft, left: leftToday })}
          />
          <SettledActions
            onDone={close}
            again={Math.min(ticketsLeft, leftToday) > 0 ? { text: t('gift.again'), onAgain: spend.again } : undefined}
          />
        </>
      )}
    >
      {(close) => <Giving activityId={activityId} gift={gift} isAgain={spend.isAgain} topUp={topUp} onClose={close} />}
    </SpendSheet>
  );
}

type GivingProps = {
  activityId: string;
  gift: ReturnType<typeof useGiveTickets>;
  isAgain: boolean;
  topUp: ReactNode;
  onClose: () => void;
};

function Giving({ activityId, ...form }: GivingProps): ReactNode {
  const t = useText();
  const terms = useGiftTerms(activityId);
  if (terms.data) return <GiftForm terms={terms.data} {...form} />;
  if (terms.error) {
    return (
      <LoadError
        text={t('gift.loadError')}
        error={terms.error}
        retrying={terms.isFetching}
        onRetry={() => void terms.refetch()}
      />
    );
  }
  return (
    <LoadingRegion className="mt-5 space-y-4">
      <Skeleton className="h-20 rounded-tile" />
      <Skeleton className="h-28 rounded-tile" />
      <Skeleton className="h-14 rounded-control" />
    </LoadingRegion>
  );
}
