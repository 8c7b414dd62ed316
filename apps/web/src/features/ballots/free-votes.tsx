import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type Activity, useVotingPhase } from '#/features/elections/voting-phase.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { GiftIcon } from '#/ui/icons/more-icons.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useMyVotes } from './my-votes.ts';

/** The free votes that a fan still has today, or when the next ones come. */
export function FreeVotesLeft({ activityId }: { activityId: string }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { data: mine, isError } = useMyVotes(activityId);
  if (isError && !mine) return t('vote.now');
  if (!mine) return <Skeleton className="h-5 w-36 rounded-full" />;
  const { freeVotesToday: count, dayEndsAt } = mine;
  return count > 0 ? t('freeVotes.today', { count }) : t('freeVotes.next', { when: friendly(dayEndsAt) });
}

/** The fan's free votes of the day and the way to cast them; nothing in an election without them, or while it is closed. */
export function FreeVotes({ activity }: { activity: Activity }): ReactNode {
  const t = useText();
  const isOpen = useVotingPhase(activity) === 'open' && activity.freeVotesPerDay > 0;
  const mine = useMyVotes(isOpen ? activity.activityId : undefined);
  // The balances beside it report a failure; here it would only repeat it.
  if (!isOpen || (mine.isError && !mine.data)) return null;
  if (!mine.data) return <Skeleton className="mb-3 h-12 rounded-tile" />;
  const left = <FreeVotesLeft activityId={activity.activityId} />;
  if (mine.data.freeVotesToday === 0) {
    return <p className="num mb-3 flex min-h-12 items-center text-small text-mute">{left}</p>;
  }
  return (
    <Link
      href={`/vote-activity?activityId=${encodeURIComponent(activity.activityId)}`}
      className="press mb-3 flex min-h-12 items-center gap-3 rounded-tile bg-ok-soft px-3.5 py-2 text-ok"
    >
      <GiftIcon size={22} />
      <span className="num flex-1 text-small font-bold">{left}</span>
      <span className="text-small font-bold underline underline-offset-3">{t('vote.short')}</span>
    </Link>
  );
}
