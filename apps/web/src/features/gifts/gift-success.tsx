import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import type { Gift } from './use-give-tickets.ts';

type GiftSuccessProps = { gift: Gift; onAgain: () => void; onDone: () => void };

/** Tickets that have really arrived. */
export function GiftSuccess({ gift, onAgain, onDone }: GiftSuccessProps): ReactNode {
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
