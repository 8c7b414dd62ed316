import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useConfig } from '#/lib/config/use-config.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { ClockIcon, TicketIcon } from '#/ui/icons/more-icons.tsx';
import { RechargeLink } from '#/ui/recharge-link.tsx';
import type { MyVotes, VoteLimits } from './vote-limits.ts';
import type { Activity } from './voting-phase.ts';

type NothingToCastProps = {
  mine: MyVotes;
  limits: VoteLimits;
  activity: Activity;
  /** Votes that can be had at once, beneath the ways to tickets. */
  waysToVotes?: ReactNode;
  onClose: () => void;
};

/** No vote can be cast now: because the rules of the election allow none, or because there is nothing to vote with. */
export function NothingToCast({ mine, limits, activity, waysToVotes, onClose }: NothingToCastProps): ReactNode {
  const t = useText();
  const config = useConfig();
  const wait = useWaitText(mine, limits, activity);
  if (wait !== null) {
    return (
      <>
        <Empty icon={ClockIcon} text={wait} />
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
      {waysToVotes}
      <div className="mt-3 empty:hidden">
        <RechargeLink address={config.data?.rechargeUrl} />
      </div>
    </>
  );
}

/** What the fan has to wait for by the rules; nothing where they only lack votes. */
function useWaitText(mine: MyVotes, { leftNow, narrowest }: VoteLimits, activity: Activity): string | null {
  const t = useText();
  const friendly = useFriendlyDate();
  const { timeZone } = activity;
  if (mine.mayVoteFrom !== null) return t('vote.tooYoung', { from: friendly(mine.mayVoteFrom) });
  if (leftNow > 0) return null;
  if (narrowest === 'ending') return t('vote.endingReached', { until: friendly(mine.left.ending?.until ?? '') });
  if (narrowest === 'paidShare') return t('vote.paidShareReached', { timeZone });
  return t('vote.capReached', { cap: mine.dailyCap ?? 0, timeZone });
}
