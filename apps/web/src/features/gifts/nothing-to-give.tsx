import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { ClockIcon, TicketIcon } from '#/ui/icons/more-icons.tsx';
import type { GiftTerms } from './use-gift-terms.ts';

/** Why nothing can be given right now: no tickets, or the day's limit is reached. */
export function NothingToGive({ terms, onClose }: { terms: GiftTerms; onClose: () => void }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  if (terms.tickets > 0) {
    const { mostSent: limit, resetsAt } = terms;
    return (
      <>
        <Empty
          icon={ClockIcon}
          text={limit === 0 ? t('gift.closed') : t('gift.dayIsOver', { limit, resets: friendly(resetsAt) })}
        />
        <Button size="large" variant="soft" onClick={onClose}>
          {t('common.ok')}
        </Button>
      </>
    );
  }
  return (
    <>
      <Empty icon={TicketIcon} text={t('gift.noTickets')} />
      <Link href="/mall" className={buttonStyle('primary', 'large')}>
        {t('vote.getTickets')}
      </Link>
    </>
  );
}
