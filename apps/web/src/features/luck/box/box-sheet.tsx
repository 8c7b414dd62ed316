import { type ReactNode, useState } from 'react';
import type { BlindBox } from '#/features/luck/luck-queries.ts';
import type { Purse } from '#/features/luck/next-steps.tsx';
import { OddsButton } from '#/features/luck/campaign-terms.tsx';
import { type Participation, participateErrorText, useParticipate } from '#/features/luck/participate.ts';
import { Reveal, RevealStyles } from '#/features/luck/reveal/reveal.tsx';
import { useAwaitedPrizes } from '#/features/luck/reveal/use-awaited-prizes.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Cover } from '#/ui/cover.tsx';
import { CloseWhen } from '#/ui/dialog.tsx';
import { InfoIcon } from '#/ui/icons/shell-icons.tsx';
import { PurchaseForm } from '#/ui/spend/purchase-form.tsx';
import { SpendSheet, useSpendState } from '#/ui/spend/spend-sheet.tsx';
import { openingBlock } from './odds.ts';

type BoxSheetProps = {
  box: BlindBox;
  num: number;
  points: number | undefined;
  pointsToCome: ReactNode;
  /** Beneath the form: until when they last. */
  pointsNote: ReactNode;
  vessel: ReactNode;
  purse: Purse;
  onClose: () => void;
};

/** Returns the opening and its answer, which the fan need not wait for. */
function useOpening({ box, num, onClose }: Pick<BoxSheetProps, 'box' | 'num' | 'onClose'>) {
  const spend = useSpendState<Participation>(() => false);
  const awaited = useAwaitedPrizes();
  const opening = useParticipate(
    box,
    (participation) =>
      awaited.receive(participation.results ?? [], {
        onWatched: () => spend.settle(participation),
        // Not the form: a press meant for the wait would pay again.
        onMissed: onClose,
      }),
    awaited.refuse,
  );
  const pay = () => {
    awaited.begin();
    opening.participate(num);
  };
  const askAgain = () => {
    awaited.begin();
    opening.askAgain();
  };
  return { spend, opening, awaited, pay, askAgain };
}

/** Spends Points for an opening: shows what it costs, then the opening itself, which waits for the server's answer. */
export function BoxSheet({
  box,
  num,
  points,
  pointsToCome,
  pointsNote,
  vessel,
  purse,
  onClose,
}: BoxSheetProps): ReactNode {
  const t = useText();
  const { spend, opening, awaited, pay, askAgain } = useOpening({ box, num, onClose });
  const { unsettled, isPending } = opening;
  const count = unsettled?.num ?? num;
  const { settled } = spend;
  const again = openingBlock(box, num, points) === null;
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <>
      <RevealStyles />
      <SpendSheet
        title={t('box.openBoxes', { count })}
        subtitle={box.title}
        media={<Cover src={box.coverUrl} width={72} height={72} className="size-18 shrink-0 rounded-tile" />}
        onClose={onClose}
        spend={spend}
        below={pointsNote}
        sending={opening}
        unsettled={
          unsettled && {
            text: t('box.unsettled', { count }),
            askAgainLabel: t('mall.askAgain'),
            onAskAgain: askAgain,
          }
        }
        // The results hide the sheet, which leaves with them and gives the focus back.
        renderSettled={(_, close) => <CloseWhen done={isLeaving} close={close} />}
      >
        {(close) =>
          points === undefined ? (
            pointsToCome
          ) : (
            <Payment
              box={box}
              num={num}
              points={points}
              opening={opening}
              onPay={pay}
              takesFocus={spend.isAgain}
              onClose={close}
            />
          )
        }
      </SpendSheet>
      {(isPending && !awaited.hasLeft) || settled ? (
        <Reveal
          title={box.title}
          vessel={vessel}
          results={settled?.results ?? null}
          purse={purse}
          onLeave={awaited.leave}
          onClosing={() => setIsLeaving(true)}
          onClose={onClose}
          again={again ? { text: t('box.again', { count: num }), onAgain: spend.again } : undefined}
        />
      ) : null}
    </>
  );
}

type PaymentProps = Pick<BoxSheetProps, 'box' | 'num' | 'onClose'> & {
  points: number;
  opening: ReturnType<typeof useParticipate>;
  onPay: () => void;
  takesFocus: boolean;
};

function Payment({ box, num, opening, onPay, ...rest }: PaymentProps): ReactNode {
  const t = useText();
  return (
    <PurchaseForm
      price={box.price * num}
      gains={() => [[t('box.stock'), t('box.prizeLeft', { left: box.left, total: box.total })]]}
      note={<OddsNote box={box} />}
      payLabel={(points) => t('box.pay', { points })}
      errorText={opening.error ? participateErrorText(opening.error, t) : undefined}
      isBusy={opening.isPending}
      onPay={onPay}
      {...rest}
    />
  );
}

function OddsNote({ box }: Pick<BoxSheetProps, 'box'>): ReactNode {
  const t = useText();
  return (
    <OddsButton
      campaign={box}
      look={
        <span
          className={
            'flex min-h-11 items-center justify-between gap-3 rounded-tile ' +
            'bg-warn-soft px-4 py-2 text-left text-small font-semibold text-warn'
          }
        >
          <span>{t('box.noGuarantee')}</span>
          <span className="flex shrink-0 items-center gap-1 font-bold">
            <InfoIcon size={16} />
            {t('box.seeOdds')}
          </span>
        </span>
      }
    />
  );
}
