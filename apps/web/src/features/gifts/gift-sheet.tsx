import { type ReactNode, useState } from 'react';
import { useFailureText } from '#/lib/failure/use-failure-text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { celebrate } from '#/ui/confetti.ts';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { GiftIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { GiftForm } from './gift-form.tsx';
import { type Gift, useGiveTickets, useGiftTerms } from './use-gifts.ts';

type GiftSheetProps = { activityId: string; onClose: () => void };

/** Where tickets are given to another fan: to whom, how many, and what came of it. */
export function GiftSheet({ activityId, onClose }: GiftSheetProps): ReactNode {
  const t = useText();
  const [given, setGiven] = useState<Gift | null>(null);
  const [isBack, setIsBack] = useState(false);
  const gift = useGiveTickets(activityId, (answer) => {
    setGiven(answer);
    celebrate();
  });
  const { unsettled } = gift;
  return (
    <Sheet
      onClose={onClose}
      title={t('gift.title')}
      subtitle={t('gift.subtitle')}
      media={
        <span className="action grid size-16 shrink-0 place-content-center rounded-tile">
          <GiftIcon size={30} />
        </span>
      }
    >
      {(close) => {
        if (given) {
          const giveMore = () => {
            setIsBack(true);
            setGiven(null);
          };
          return <GiftSuccess gift={given} onAgain={giveMore} onDone={close} />;
        }
        if (unsettled) {
          const askAgain = () => gift.give(unsettled.toAccount, unsettled.num);
          return <GiftUnsettled count={unsettled.num} gift={gift} onAskAgain={askAgain} />;
        }
        return <Giving activityId={activityId} gift={gift} isBack={isBack} onClose={close} />;
      }}
    </Sheet>
  );
}

type GivingProps = {
  activityId: string;
  gift: ReturnType<typeof useGiveTickets>;
  isBack: boolean;
  onClose: () => void;
};

function Giving({ activityId, gift, isBack, onClose }: GivingProps): ReactNode {
  const t = useText();
  const terms = useGiftTerms(activityId);
  if (terms.data) return <GiftForm terms={terms.data} gift={gift} isBack={isBack} onClose={onClose} />;
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

type GiftUnsettledProps = { count: number; gift: ReturnType<typeof useGiveTickets>; onAskAgain: () => void };

/** The server never answered an earlier gift; asking again repeats the same request, which gives once. */
function GiftUnsettled({ count, gift: { error, isPending }, onAskAgain }: GiftUnsettledProps): ReactNode {
  const t = useText();
  const failure = useFailureText()(error);
  const notice = useArrivingFocus<HTMLDivElement>();
  return (
    <div ref={notice} tabIndex={-1} className="mt-5 space-y-4 outline-none">
      <InlineAlert>
        <p>{t('gift.unsettled', { count })}</p>
        {error && failure ? <p className="mt-1 font-normal">{failure.detail}</p> : null}
      </InlineAlert>
      <SpendButton size="large" busy={isPending} onClick={onAskAgain}>
        {t('gift.askAgain')}
      </SpendButton>
    </div>
  );
}

type GiftSuccessProps = { gift: Gift; onAgain: () => void; onDone: () => void };

/** Tickets that have really arrived. */
function GiftSuccess({ gift, onAgain, onDone }: GiftSuccessProps): ReactNode {
  const t = useText();
  const status = useArrivingFocus<HTMLDivElement>();
  const { num: count, fan } = gift;
  return (
    <div className="enter mt-5 space-y-4">
      <div
        ref={status}
        role="status"
        tabIndex={-1}
        className="flex items-center gap-4 rounded-tile bg-ok-soft p-4 text-ok outline-none"
      >
        <span className="grid size-12 shrink-0 place-content-center rounded-full bg-ok text-surface">
          <CheckIcon size={28} />
        </span>
        <div className="min-w-0">
          <p className="text-title font-extrabold text-balance">
            {fan ? t('gift.givenTo', { count, name: fan.nickname }) : t('gift.given', { count })}
          </p>
          <p className="num text-small font-semibold">
            {t('gift.remains', { tickets: gift.ticketsLeft, left: gift.leftToday })}
          </p>
        </div>
      </div>
      <Button size="large" onClick={onDone}>
        {t('common.done')}
      </Button>
      {Math.min(gift.ticketsLeft, gift.leftToday) > 0 ? (
        <Button variant="quiet" className="w-full" onClick={onAgain}>
          {t('gift.again')}
        </Button>
      ) : null}
    </div>
  );
}
