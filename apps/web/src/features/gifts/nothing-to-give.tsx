import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { ClockIcon, TicketIcon } from '#/ui/icons/more-icons.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import type { GiftTerms } from './use-gift-terms.ts';

type NothingToGiveProps = { terms: GiftTerms; onClose: () => void };

/** Why nothing can be given: voting has ended, there are no tickets, or the day's limit is reached. In the place of the form. */
export function NothingToGive({ terms, onClose }: NothingToGiveProps): ReactNode {
  const t = useText();
  const wait = useWaitText(terms);
  const place = useArrivingFocus<HTMLDivElement>();
  const hasEnded = terms.state === 'ended';
  const hasTickets = terms.tickets > 0;
  return (
    <>
      <div ref={place} tabIndex={-1} className="outline-none">
        <Empty
          icon={hasEnded || hasTickets ? ClockIcon : TicketIcon}
          text={hasEnded ? t('gift.ended') : hasTickets ? wait : t('gift.noTickets')}
        />
      </div>
      {hasEnded || hasTickets ? (
        <Button size="large" variant="soft" onClick={onClose}>
          {t('common.ok')}
        </Button>
      ) : (
        <Link href="/mall" className={buttonStyle('primary', 'large')}>
          {t('vote.getTickets')}
        </Link>
      )}
    </>
  );
}

/** What keeps a fan who has tickets from giving any today. */
function useWaitText({ mostSent: limit, resetsAt }: GiftTerms): string {
  const t = useText();
  const friendly = useFriendlyDate();
  return limit === 0 ? t('gift.closed') : t('gift.dayIsOver', { limit, resets: friendly(resetsAt) });
}
