import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import type { Cheer } from './use-cheer.ts';

type CheerSuccessProps = { cheer: Cheer; onAgain: () => void; onDone: () => void };

/** A cheer that was counted. */
export function CheerSuccess({ cheer, onAgain, onDone }: CheerSuccessProps): ReactNode {
  const t = useText();
  const status = useArrivingFocus<HTMLDivElement>();
  return (
    <div className="enter space-y-4">
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
          <p className="text-title font-extrabold">{t('cheer.counted', { count: cheer.num })}</p>
          <p className="num text-small font-semibold">{t('cheer.remains', { tickets: cheer.ticketsLeft })}</p>
        </div>
      </div>
      <Button size="large" onClick={onDone}>
        {t('common.done')}
      </Button>
      {cheer.ticketsLeft > 0 ? (
        <Button variant="quiet" className="w-full" onClick={onAgain}>
          {t('cheer.again')}
        </Button>
      ) : null}
    </div>
  );
}
