import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import { Link } from 'wouter';
import { Election } from '#/app/election.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { StageHeader } from '#/app/stage-header.tsx';
import { StagePodium } from '#/app/stage-podium.tsx';
import { useVoteIntent, VoteSheetFor } from '#/app/vote-sheet-for.tsx';
import { usePlatform } from '#/lib/platform.ts';
import { idolPath } from '#/features/elections/election-queries.ts';
import { ElectionHeadingSkeleton, ElectionHeading } from '#/features/elections/election-heading.tsx';
import { useVotingPhase, type Activity } from '#/features/elections/voting-phase.ts';
import { RankingList, RankingRowsSkeleton } from '#/features/rankings/ranking-list.tsx';
import { useStandings, type Standings } from '#/features/rankings/use-standings.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { homePart, lazyPart } from '#/lib/lazy-part.ts';
import { useSession } from '#/lib/session/session.ts';
import { useIsWide } from '#/lib/use-is-wide.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { PodiumSkeleton } from '#/ui/podium.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

const freeVotesLeft = homePart(() => import('../home/home-more.tsx').then((module) => module.FreeVotesLeft));
const homeMore = homePart(() => import('../home/home-more.tsx').then((module) => module.HomeMore));

const homeBanners = lazyPart<{ name: string }>(() =>
  import('../home/home-banners.tsx').then((module) => module.HomeBanners),
);

const rowTrend = lazyPart(() => import('#/features/rankings/row-trend.tsx').then((module) => module.RowTrend));

const homeInHost = lazyPart(() => import('../home/home-in-host.tsx').then((module) => module.HomeInHost));

/** Both variants of home begin with the election on its stage; what follows is a composition of each. */
export function HomeScreen(): ReactNode {
  const more = usePlatform() === 'web' ? homeMore : homeInHost;
  useEffect(() => void more.preload(), [more]);
  return (
    <Election skeleton={<HomeSkeleton />}>{(activity) => <Home activity={activity} More={more.Component} />}</Election>
  );
}

type HomeProps = { activity: Activity; More: ComponentType<{ activity: Activity }> };

function Home({ activity, More }: HomeProps): ReactNode {
  const standings = useStandings(activity.activityId);
  const phase = useVotingPhase(activity);
  const vote = useVoteIntent();
  const canVote = phase === 'open';
  const banners = standings.shown?.homeBanners;
  return (
    <>
      {banners && (
        <Suspense>
          <homeBanners.Component name={banners} />
        </Suspense>
      )}
      <StageHeader path="/">
        <div className="hero">
          <div>
            <ElectionHeading activity={activity} phase={phase} standings={standings} />
            {canVote ? <HomeVote activity={activity} /> : null}
          </div>
          <div className="mt-5">
            <StagePodium standings={standings} canVote={canVote} onPick={vote.open} />
          </div>
        </div>
      </StageHeader>
      <div className="relative z-10 -mt-4 space-y-4 px-4">
        <HomeRanking activityId={activity.activityId} standings={standings} onVote={canVote ? vote.open : undefined} />
        <Suspense fallback={<Skeleton className="h-44 rounded-card" />}>
          <More activity={activity} />
        </Suspense>
      </div>
      <VoteSheetFor vote={vote} activity={activity} standings={standings.list} />
    </>
  );
}

/** Shows the free votes on the stage, and the button that casts them. */
function HomeVote({ activity: { activityId, freeVotesPerDay } }: { activity: Activity }): ReactNode {
  const t = useText();
  const session = useSession();
  const daily = t('home.joinFreeVotes', { count: freeVotesPerDay });
  return (
    <Link
      href={`/vote-activity?activityId=${encodeURIComponent(activityId)}`}
      className="press mt-4 flex min-h-14 items-center gap-3 rounded-tile bg-black/30 py-1.5 pr-1.5 pl-4 text-white"
    >
      <span className="num flex-1 text-small font-bold">
        {freeVotesPerDay === 0 ? t('vote.now') : null}
        {freeVotesPerDay > 0 && !session ? daily : null}
        {freeVotesPerDay > 0 && session ? (
          <Suspense>
            <freeVotesLeft.Component activityId={activityId} />
          </Suspense>
        ) : null}
      </span>
      <span className={buttonStyle('primary')}>{t('vote.short')}</span>
    </Link>
  );
}

function HomeSkeleton(): ReactNode {
  return (
    <>
      <StageHeader path="/">
        <div className="hero">
          <div>
            <ElectionHeadingSkeleton />
            <Skeleton className="mt-4 h-14 rounded-tile" />
          </div>
          <div className="mt-5">
            <PodiumSkeleton />
          </div>
        </div>
      </StageHeader>
      <div className="relative z-10 -mt-4 space-y-4 px-4">
        <Skeleton className="h-80 rounded-card" />
        <Skeleton className="h-44 rounded-card" />
      </div>
    </>
  );
}

type HomeRankingProps = {
  activityId: string;
  standings: Standings;
  onVote: ((idolId: string) => void) | undefined;
};

/** Shows the places just behind the podium, if any: three on a phone, five on a wide screen (wide.css). */
function HomeRanking({ activityId, standings, onVote }: HomeRankingProps): ReactNode {
  const t = useText();
  const isWide = useIsWide();
  const { list, error, isFetching, retry } = standings;
  if (list && !list[3]) return null;
  return (
    <section aria-labelledby="home-ranking" className="card chasing">
      <SectionHeading id="home-ranking" more={{ to: '/vote-activity', text: t('home.seeAll') }}>
        {t('home.chasing')}
      </SectionHeading>
      {error ? (
        <LoadError text={t('election.rankingError')} error={error} retrying={isFetching} onRetry={retry} />
      ) : null}
      {!error && list ? (
        <RankingList
          standings={list.slice(3, 8)}
          pagePathOf={(idolId) => idolPath(activityId, idolId)}
          onVote={onVote}
          renderTrend={
            isWide
              ? (idolId) => (
                  <Suspense>
                    <rowTrend.Component activityId={activityId} idolId={idolId} />
                  </Suspense>
                )
              : undefined
          }
        />
      ) : null}
      {!error && !list ? <RankingRowsSkeleton count={5} /> : null}
    </section>
  );
}
