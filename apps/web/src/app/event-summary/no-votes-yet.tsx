import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type EventSummary, isVoting } from '#/features/votes/summary/event-summary.ts';
import { useZonedDates } from '#/features/votes/summary/use-zoned-dates.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Empty } from '#/ui/empty.tsx';
import { TrophyIcon } from '#/ui/icons/first-icons.tsx';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';

/** An event without a single vote: one that is still to come, one that has just begun, or one that nobody cared for. */
export function NoVotesYet({ summary }: { summary: EventSummary }): ReactNode {
  const t = useText();
  const { state, opensAt, activityId, timeZone } = summary;
  const { format } = useZonedDates(timeZone);
  if (state === 'scheduled') {
    return (
      <div className="card">
        <Empty icon={ClockIcon} text={t('summary.beginsAt', { opensAt: format(opensAt, 'moment') })} />
      </div>
    );
  }
  return (
    <div className="card">
      <Empty
        icon={TrophyIcon}
        text={state === 'open' ? t('summary.noVotes') : t('summary.nobodyVoted')}
        action={
          isVoting(summary) ? (
            <Link
              href={`/vote-activity?activityId=${encodeURIComponent(activityId)}`}
              className={buttonStyle('primary')}
            >
              {t('summary.vote')}
            </Link>
          ) : null
        }
      />
    </div>
  );
}
