import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFailureText } from '#/lib/failure/use-failure-text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { LockIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { unlockErrorText } from './riddle-error-text.ts';
import type { RiddleRound } from './riddle-round.ts';
import { useUnlockRound } from './use-unlock-round.ts';

type UnlockSheetProps = {
  round: RiddleRound;
  /** What the fan has to spend. */
  points: number;
  onClose: () => void;
};

/** Asks whether the fan really wants to pay for a round, and says what they have then. */
export function UnlockSheet({ round, points, onClose }: UnlockSheetProps): ReactNode {
  const t = useText();
  const { roundId, price } = round;
  const failure = useFailureText();
  const unlocking = useUnlockRound(roundId, onClose);
  // Also while it is asked again.
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
