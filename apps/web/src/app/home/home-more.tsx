import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { SiteLinks } from '#/app/site-links.tsx';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { AssetTiles } from '#/features/points/asset-tiles.tsx';
import { pointAsset } from '#/features/points/use-assets.ts';
import { offerBlock, useOffers } from '#/features/shop/exchange/offers.ts';
import { TaskListSkeleton } from '#/features/tasks/task-list-skeleton.tsx';
import { formatNumber } from '#/lib/format/format-number.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { homePart, lazyPart } from '#/lib/lazy-part.ts';
import { joinPath } from '#/lib/navigation.ts';
import { useIsWide } from '#/lib/use-is-wide.ts';
import { useSession } from '#/lib/session/session.ts';
import { buttonStyle } from '#/ui/button.tsx';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { TicketIcon, CoinsIcon, HeartIcon, SearchIcon, SparkleIcon } from '#/ui/icons/more-icons.tsx';
import { StarIcon, LiveIcon, MusicIcon } from '#/ui/icons/shell-icons.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { WhenNear } from '#/ui/when-near.tsx';

/** The stage uses it, in a chunk that home loads at once. */
export { FreeVotesLeft } from '#/features/ballots/my-votes.tsx';

/**
 * Shows the variant of home on the web, below its first screenful, in its own chunk so that the stage does not wait for
 * it.
 */
export function HomeMore({ activity }: { activity: Activity }): ReactNode {
  // The side column has it (app/side.tsx).
  const isWide = useIsWide();
  const isFan = useSession() !== null;
  return (
    <>
      <div className="pair space-y-4">
        <HomeLuckPlace />
        {isFan && !isWide ? (
          <WhenNear placeholder={<Skeleton className="h-75 rounded-card" />} fallback={null}>
            <myIdol.Component />
          </WhenNear>
        ) : null}
        <HomeLivePlace />
      </div>
      {isWide ? null : <HomeWallet activity={activity} />}
      <HomeEnd />
    </>
  );
}

/** Shows the part with which both variants end. */
export function HomeEnd(): ReactNode {
  const isWide = useIsWide();
  return (
    <>
      {isWide ? null : <HomeTasks />}
      <HomeMall />
      <HomeDiscover />
      {/* Below the links, so that it does not move them when it comes. */}
      <WhenNear placeholder={null} fallback={null}>
        <homeFeatured.Component />
      </WhenNear>
      <SiteLinks />
    </>
  );
}

const myIdol = lazyPart(() => import('#/app/following/my-idols.tsx').then((module) => module.MyIdol));

const homeFeatured = lazyPart(() => import('./home-featured.tsx').then((module) => module.HomeFeatured));

const homeLuck = homePart(() => import('./home-luck.tsx').then((module) => module.HomeLuck));

export function HomeLuckPlace(): ReactNode {
  const HomeLuck = homeLuck.Component;
  const skeleton = <Skeleton className="h-68 rounded-card" />;
  return (
    <WhenNear placeholder={skeleton} fallback={skeleton}>
      <HomeLuck />
    </WhenNear>
  );
}

const homeLive = lazyPart(() => import('./home-live.tsx').then((module) => module.HomeLive));

/** Lies below the first screenful; its chunk loads when it is near. */
export function HomeLivePlace(): ReactNode {
  const HomeLive = homeLive.Component;
  const skeleton = <Skeleton className="h-44 rounded-card" />;
  return (
    <WhenNear placeholder={skeleton} fallback={skeleton}>
      <HomeLive />
    </WhenNear>
  );
}

type DiscoverPlace = {
  readonly to: string;
  readonly title: MessageId;
  readonly text: MessageId;
  readonly icon: IconComponent;
};

const places: readonly DiscoverPlace[] = [
  { to: '/best7', title: 'discover.best7', text: 'discover.best7Text', icon: HeartIcon },
  { to: '/snh48vote', title: 'discover.songs', text: 'discover.songsText', icon: MusicIcon },
  { to: '/live', title: 'discover.live', text: 'discover.liveText', icon: LiveIcon },
  { to: '/activity', title: 'discover.activities', text: 'discover.activitiesText', icon: SparkleIcon },
  { to: '/search-idol', title: 'discover.search', text: 'discover.searchText', icon: SearchIcon },
  { to: '/stake', title: 'discover.stake', text: 'discover.stakeText', icon: CoinsIcon },
];

/** Links to everything beside the election, the tasks and the mall. */
function HomeDiscover(): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="home-discover" className="card">
      <SectionHeading id="home-discover">{t('discover.title')}</SectionHeading>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2.5">
        {places.map(({ to, title, text, icon: Icon }) => (
          <li key={to} className="grid">
            <Link href={to} className="press flex flex-col gap-2.5 rounded-tile bg-bg p-3.5">
              <span className="grid size-11 place-content-center rounded-control bg-brand-soft text-brand">
                <Icon size={22} />
              </span>
              <span>
                <span className="block text-small font-bold">{t(title)}</span>
                <span className="mt-0.5 block text-caption text-mute">{t(text)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const shownOffers = 4;

/**
 * Shows a look into the mall: what Points can become. Without an offer, or when the mall cannot be reached, it stays
 * away.
 */
function HomeMall(): ReactNode {
  const t = useText();
  const offers = useOffers();
  const open = offers.data?.filter((offer) => offerBlock(offer) === null).slice(0, shownOffers) ?? [];
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="home-mall" className="card enter">
      <SectionHeading id="home-mall" more={{ to: '/mall', text: t('home.toMall') }}>
        {t('home.mall')}
      </SectionHeading>
      <ul className="scroll-row -mx-5 gap-3 px-5 pb-1">
        {open.map(({ offerId, title, gives, price }) => (
          <li key={offerId} className="shrink-0">
            <Link href="/mall" className="press flex w-36 flex-col rounded-tile bg-bg p-3">
              <span className="action grid h-20 place-content-center justify-items-center rounded-control">
                <TicketIcon size={26} />
                <span className="num text-title font-extrabold">×{formatNumber(gives.amount)}</span>
              </span>
              <span className="mt-2.5 line-clamp-1 text-small font-bold">{title}</span>
              <span className="num mt-0.5 inline-flex items-center gap-1 text-small font-bold text-warn">
                <StarIcon size={14} filled />
                {formatNumber(price)}
                <span className="sr-only">{t('points.unit')}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const shownTasks = 3;
/** Task cards are heavy and lie below the first screenful. */
const homeTaskList = lazyPart(() => import('./home-task-list.tsx').then((module) => module.HomeTaskList));
/** Shows today's tasks: the fan's progress and the most urgent ones. */
export function HomeTasks(): ReactNode {
  const t = useText();
  const HomeTaskList = homeTaskList.Component;
  return (
    <section aria-labelledby="home-tasks" className="card">
      <SectionHeading id="home-tasks" more={{ to: '/task', text: t('home.allTasks') }}>
        {t('home.tasks')}
      </SectionHeading>
      <WhenNear
        placeholder={<TaskListSkeleton count={shownTasks} isLoading={false} />}
        fallback={<TaskListSkeleton count={shownTasks} />}
      >
        <HomeTaskList count={shownTasks} />
      </WhenNear>
    </section>
  );
}

/** Shows what the fan has, and tells a visitor what an account is good for. */
function HomeWallet({ activity }: { activity: Activity }): ReactNode {
  const t = useText();
  const session = useSession();
  if (!session) return <JoinCard freeVotesPerDay={activity.freeVotesPerDay} />;
  return (
    <section aria-labelledby="home-wallet" className="card">
      <SectionHeading id="home-wallet" more={{ to: '/me', text: t('home.details') }}>
        {t('home.wallet')}
      </SectionHeading>
      <AssetTiles only={[pointAsset, activity.ticketAsset, activity.voteAsset]} />
    </section>
  );
}

export function JoinCard({ freeVotesPerDay }: { freeVotesPerDay: number }): ReactNode {
  const t = useText();
  const steps = [
    t('home.joinStep1'),
    ...(freeVotesPerDay > 0 ? [t('home.joinFreeVotes', { count: freeVotesPerDay })] : []),
    t('home.joinStep2'),
  ];
  return (
    <section aria-labelledby="home-join" className="card">
      <h2 id="home-join" className="text-section font-extrabold">
        {t('home.joinTitle')}
      </h2>
      <ol className="mt-3 space-y-2.5">
        {steps.map((step, index) => (
          <li key={step} className="flex items-center gap-3">
            <span
              className={
                'num grid size-8 shrink-0 place-content-center rounded-full ' +
                'bg-brand-soft text-small font-extrabold text-brand'
              }
            >
              {index + 1}
            </span>
            <span className="text-small font-semibold">{step}</span>
          </li>
        ))}
      </ol>
      <Link href={joinPath('/')} className={`${buttonStyle('primary', 'large')} mt-5`}>
        {t('home.join')}
      </Link>
    </section>
  );
}
