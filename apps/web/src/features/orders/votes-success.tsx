import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import type { PlacedOrder } from './use-order-goods.ts';

type VotesSuccessProps = { order: PlacedOrder; isOnTheWayToVote: boolean; onDone: () => void };

/** Votes that have really arrived, and where they can be cast. */
export function VotesSuccess({ order, isOnTheWayToVote, onDone }: VotesSuccessProps): ReactNode {
  const t = useText();
  const status = useArrivingFocus<HTMLDivElement>();
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
          <p className="text-title font-extrabold">{t('votePack.received', { count: order.votes ?? 0 })}</p>
          <p className="num text-small font-semibold">
            {t('votePack.nowYouHave', { votes: order.votesLeft ?? 0, points: order.pointsLeft })}
          </p>
        </div>
      </div>
      {isOnTheWayToVote ? (
        <Button size="large" onClick={onDone}>
          {t('mall.goVote')}
        </Button>
      ) : (
        <>
          <Link href="/vote-activity" className={buttonStyle('primary', 'large')}>
            {t('mall.goVote')}
          </Link>
          <Button variant="quiet" className="w-full" onClick={onDone}>
            {t('common.done')}
          </Button>
        </>
      )}
    </div>
  );
}
