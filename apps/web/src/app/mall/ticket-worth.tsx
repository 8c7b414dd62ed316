import type { ReactNode } from 'react';
import { useActivity } from '#/features/elections/election-queries.ts';
import { useText } from '#/lib/i18n/use-text.ts';

/** What the day's first ticket of an election brings in votes; nothing while that is not known. */
export function TicketWorth({ activityId }: { activityId: string }): ReactNode {
  const t = useText();
  const votes = useActivity(activityId).data?.priceSteps[0]?.votesPerTicket;
  return votes ? <span className="num block">{t('mall.ticketWorth', { votes })}</span> : null;
}
