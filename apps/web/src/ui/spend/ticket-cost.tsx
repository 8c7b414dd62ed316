import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';

type TicketCostProps = {
  /** Tickets that the vote uses up, and the votes that they bring. */
  conversion: { readonly tickets: number; readonly votes: number };
  /** The tickets used today; undefined where every ticket brings the same. */
  ticketsToday: number | undefined;
};

/** Says before a vote is cast what it costs in tickets. */
export function TicketCost({ conversion, ticketsToday }: TicketCostProps): ReactNode {
  const t = useText();
  return (
    <div className="num text-small text-mute">
      <p>{t('vote.usesTickets', conversion)}</p>
      {ticketsToday === undefined ? null : (
        <p className="text-caption">{t('vote.priceStep', { today: ticketsToday })}</p>
      )}
    </div>
  );
}
