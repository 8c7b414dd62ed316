import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useSongList } from '#/features/songs/use-songs.ts';
import { useMyVotes } from '#/features/votes/use-my-votes.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { mallPath } from '../mall/mall-tabs.ts';
import { useCurrentActivityId } from '../use-current-activity-id.ts';

/**
 * The votes a fan holds of the election that the final is paid in, and the way to more: packs where that is the election
 * that the mall sells votes of, else tickets. Without an event there is nothing to show.
 */
export function MyFinalVotes(): ReactNode {
  const t = useText();
  const list = useSongList();
  const activityId = list.data?.event?.activityId;
  const { activityId: currentId } = useCurrentActivityId();
  const mine = useMyVotes(activityId);
  const failed = [list, mine].find(({ isError }) => isError);
  if (list.data && activityId === undefined) return null;
  return (
    <section aria-labelledby="final-votes" className="action rounded-card p-5 shadow-card">
      <h2 id="final-votes" className="text-small font-bold">
        {t('songs.votes')}
      </h2>
      <VoteCount votes={mine.data?.votes} failed={failed !== undefined && !mine.data} />
      <p className="mt-1 text-small text-pretty">{t('songs.votesText')}</p>
      <Link href={mallPath(activityId === currentId ? 'votes' : 'tickets')} className={`${buttonStyle('glass')} mt-4`}>
        {t('songs.getVotes')}
      </Link>
      {failed && !mine.data ? (
        <div className="mt-4 rounded-tile bg-surface text-ink">
          <LoadError
            text={t('vote.walletError')}
            error={failed.error}
            retrying={failed.isFetching}
            onRetry={() => void failed.refetch()}
          />
        </div>
      ) : null}
    </section>
  );
}

type VoteCountProps = { votes: number | undefined; failed: boolean };

function VoteCount({ votes, failed }: VoteCountProps): ReactNode {
  const t = useText();
  if (failed) return null;
  if (votes === undefined) {
    return (
      <LoadingRegion>
        <Skeleton className="mt-1 h-11 w-24 rounded-control" />
      </LoadingRegion>
    );
  }
  return (
    <p className="mt-1 flex items-baseline gap-2 text-score font-extrabold">
      <RollingNumber value={votes} /> <span className="text-title font-bold">{t('votes.unit', { count: votes })}</span>
    </p>
  );
}
