import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useConfig } from '#/lib/config/use-config.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { ClockIcon, TicketIcon } from '#/ui/icons/more-icons.tsx';
import { RechargeLink } from '#/ui/recharge-link.tsx';
import type { MyVotes } from './vote-limits.ts';
import type { Activity } from './voting-phase.ts';

type NothingToCastProps = { mine: MyVotes; leftToday: number; activity: Activity; onClose: () => void };

/** No vote can be cast now: because today's cap is reached, or because there is nothing to vote with. */
export function NothingToCast({ mine, leftToday, activity, onClose }: NothingToCastProps): ReactNode {
  const t = useText();
  const config = useConfig();
  if (leftToday === 0) {
    return (
      <>
        <Empty icon={ClockIcon} text={t('vote.capReached', { cap: mine.dailyCap ?? 0, timeZone: activity.timeZone })} />
        <Button size="large" variant="soft" onClick={onClose}>
          {t('common.ok')}
        </Button>
      </>
    );
  }
  return (
    <>
      <Empty icon={TicketIcon} text={t('vote.nothingLeft')} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
        <Link href="/task" className={buttonStyle('soft', 'large')}>
          {t('vote.earnPoints')}
        </Link>
        <Link href="/mall" className={buttonStyle('primary', 'large')}>
          {t('vote.getTickets')}
        </Link>
      </div>
      <div className="mt-3 empty:hidden">
        <RechargeLink address={config.data?.rechargeUrl} />
      </div>
    </>
  );
}
