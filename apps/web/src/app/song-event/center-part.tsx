import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { usePlatform } from '#/lib/platform.ts';
import { useTopUp } from '#/app/use-top-up.tsx';
import { useMyVotes } from '#/features/ballots/my-votes.tsx';
import { AssetTiles } from '#/features/points/asset-tiles.tsx';
import { SongVoteRecords } from '#/features/songs/song-vote-records.tsx';
import { useSongList, sectionPath } from '#/features/songs/songs.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { MeIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SongStage } from '#/features/songs/song-stage.tsx';

/** Shows the fan's own page in the song event: what they can vote with, and what they voted for. */
export function CenterPart(): ReactNode {
  const t = useText();
  const session = useSession();
  return (
    <SongStage section="center" title={t('songs.center')} text={t('songs.centerText')}>
      {session ? <Mine /> : <SignInFirst />}
    </SongStage>
  );
}

function Mine(): ReactNode {
  const t = useText();
  return (
    <>
      <MyFinalVotes />
      <section aria-labelledby="song-assets" className="card">
        <SectionHeading id="song-assets" more={{ to: '/mall', text: t('home.toMall') }}>
          {t('me.assets')}
        </SectionHeading>
        <AssetTiles />
      </section>
      <section aria-labelledby="my-song-votes" className="card">
        <SectionHeading id="my-song-votes">{t('songs.mine')}</SectionHeading>
        <SongVoteRecords
          toSongs={
            <Link href={sectionPath('list')} replace className={buttonStyle('soft')}>
              {t('songs.toList')}
            </Link>
          }
        />
      </section>
    </>
  );
}

/** A host app signs its fans in itself, so there a link to our own sign-in would be wrong. */
function SignInFirst(): ReactNode {
  const t = useText();
  const platform = usePlatform();
  return (
    <div className="card">
      <Empty
        icon={MeIcon}
        text={t('songs.signIn')}
        action={
          platform === 'web' ? (
            <Link href={signInPath(sectionPath('center'))} className={buttonStyle('primary', 'large')}>
              {t('account.signIn')}
            </Link>
          ) : null
        }
      />
    </div>
  );
}

/**
 * Shows the fan's votes of the election that the final is paid in, and the shortest step to more; nothing without an
 * event.
 */
function MyFinalVotes(): ReactNode {
  const t = useText();
  const list = useSongList();
  const activityId = list.data?.event?.activityId;
  const mine = useMyVotes(activityId);
  const topUp = useTopUp('votes', activityId ?? '');
  const failed = [list, mine].find(({ isError }) => isError);
  if (list.data && activityId === undefined) return null;
  return (
    <section aria-labelledby="final-votes" className="action rounded-card p-5 shadow-card">
      <h2 id="final-votes" className="text-small font-bold">
        {t('songs.votes')}
      </h2>
      <VoteCount votes={mine.data?.votes} failed={failed !== undefined && !mine.data} />
      <p className="mt-1 text-small text-pretty">{t('songs.votesText')}</p>
      <div className="mt-4 rounded-tile bg-surface p-3 text-ink empty:hidden">
        {failed && !mine.data ? (
          <LoadError
            text={t('vote.walletError')}
            error={failed.error}
            retrying={failed.isFetching}
            onRetry={() => void failed.refetch()}
          />
        ) : null}
        {activityId !== undefined && (mine.data || !failed) ? topUp.step : null}
      </div>
      {topUp.sheet}
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
    <p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-score font-extrabold">
      <RollingNumber value={votes} /> <span className="text-title font-bold">{t('votes.unit', { count: votes })}</span>
    </p>
  );
}
