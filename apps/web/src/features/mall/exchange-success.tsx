import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import type { Exchange } from './use-exchange.ts';

type ExchangeSuccessProps = { exchange: Exchange; onDone: () => void };

/** Tickets that have really arrived, and where they can be used. */
export function ExchangeSuccess({ exchange, onDone }: ExchangeSuccessProps): ReactNode {
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
          <p className="text-title font-extrabold">{t('mall.received', { count: exchange.received.amount })}</p>
          <p className="num text-small font-semibold">
            {t('mall.nowYouHave', { tickets: exchange.ticketsLeft, points: exchange.pointsLeft })}
          </p>
        </div>
      </div>
      <Link href="/vote-activity" className={buttonStyle('primary', 'large')}>
        {t('mall.goVote')}
      </Link>
      <Button variant="quiet" className="w-full" onClick={onDone}>
        {t('common.done')}
      </Button>
    </div>
  );
}
