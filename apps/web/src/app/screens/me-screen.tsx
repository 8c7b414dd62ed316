import { type ReactNode, Suspense, useState } from 'react';
import { Redirect, useLocation, Link } from 'wouter';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { SiteLinks } from '#/app/site-links.tsx';
import { supportRecordPath } from '#/app/support-record-path.ts';
import { type Way, WayList } from '#/ui/way-list.tsx';
import { ProfileHeading } from '#/features/identity/profile/profile-heading.tsx';
import { useProfile, useSignOut } from '#/features/identity/use-account.ts';
import { ConversionRecords, VoteRecords } from '#/features/ballots/vote-records.tsx';
import { FreeVotes } from '#/features/ballots/my-votes.tsx';
import { MyIdolSkeleton } from '#/features/following/my-idol-skeleton.tsx';
import { useActivity } from '#/features/elections/election-queries.ts';
import { useConfig } from '#/lib/use-config.ts';
import { pageName, pageOrder, pagePath } from '#/features/content/page-name.ts';
import { AssetTiles } from '#/features/points/asset-tiles.tsx';
import { ExpiringNote } from '#/features/points/points-until.tsx';
import type { Asset } from '#/features/points/use-assets.ts';
import { NoticeBell } from '#/features/notices/notice-bell.tsx';
import { ExchangeRecords } from '#/features/shop/exchange/exchange-records.tsx';
import { StakedNote } from '#/features/staking/staked-note.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { signInPath } from '#/lib/navigation.ts';
import { type Session, useSession } from '#/lib/session/session.ts';
import { Button, buttonStyle } from '#/ui/button.tsx';
import { Modal } from '#/ui/dialog.tsx';
import {
  CloverIcon,
  CoinsIcon,
  GiftIcon,
  GlobeIcon,
  LockIcon,
  SaveIcon,
  SparkleIcon,
  TicketIcon,
  SignOutIcon,
  ReceiptIcon,
  SearchIcon,
} from '#/ui/icons/more-icons.tsx';
import { MeIcon, TasksIcon, TrophyIcon } from '#/ui/icons/shell-icons.tsx';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { LanguageSwitch, ThemeSwitch } from '#/ui/preference-switches.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#/ui/tabs.tsx';

const myIdol = lazyPart(() => import('#/app/following/my-idols.tsx').then((module) => module.MyIdol));
const myIdols = lazyPart(() => import('#/app/following/my-idols.tsx').then((module) => module.MyIdols));

/** Shows the fan's own page: who they are, what they have, what they did, and how the app should be. */
export function MeScreen(): ReactNode {
  const session = useSession();
  return session ? <Me session={session} /> : <Redirect to={signInPath('/me')} replace />;
}

function Me({ session }: { session: Session }): ReactNode {
  const t = useText();
  const profile = useProfile();
  return (
    <>
      <header className="stage px-5 pt-[calc(var(--safe-top)+28px)] pb-20 text-white">
        <ProfileHeading user={profile.data ?? session.userInfo} trailing={<NoticeBell />} />
        <LightstickCrowd />
      </header>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        <Suspense fallback={<MyIdolSkeleton />}>
          <myIdol.Component />
        </Suspense>
        <section aria-labelledby="my-assets" className="card">
          <SectionHeading id="my-assets">{t('me.assets')}</SectionHeading>
          <CurrentFreeVotes />
          <AssetTiles noteOf={untilNote} />
          <StakedNote />
        </section>
        <Suspense>
          <myIdols.Component />
        </Suspense>
        {profile.data?.hasPassword === false && profile.data.email ? <NoPasswordCard /> : null}
        <MyAccount />
        <MyRecords />
        <MyMore />
        <MySettings />
        <PageLinks />
        <SiteLinks />
      </div>
    </>
  );
}

const untilNote = (asset: Asset) => <ExpiringNote asset={asset} className="mt-1 text-caption text-mute" />;

/** Asks a fan who signed up without a password for one. */
function NoPasswordCard(): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="no-password" className="card">
      <SectionHeading id="no-password">{t('security.setPassword')}</SectionHeading>
      <p className="mb-3 text-small text-pretty text-mute">{t('security.setPasswordText')}</p>
      <Link href="/my-security?set=password" className={buttonStyle('soft')}>
        {t('security.setPassword')}
      </Link>
    </section>
  );
}

/** Shows the free votes of the current election; its place is kept, so that no other link moves under a press. */
function CurrentFreeVotes(): ReactNode {
  const config = useConfig();
  const activity = useActivity(config.data?.currentActivityId ?? undefined);
  if (activity.data) return <FreeVotes activity={activity.data} />;
  const mayCome = config.isPending || (config.data?.currentActivityId && activity.isPending);
  return mayCome ? <Skeleton className="mb-3 h-12 rounded-tile" /> : null;
}

const accountWays: readonly Way[] = [
  { to: '/my-profile', icon: MeIcon, title: 'myProfile.title', text: 'myProfile.wayText' },
  { to: '/my-security', icon: LockIcon, title: 'mySecurity.title', text: 'mySecurity.wayText' },
  { to: '/my-accounts', icon: GlobeIcon, title: 'myAccounts.title', text: 'myAccounts.wayText' },
  { to: '/my-invites', icon: GiftIcon, title: 'myInvites.title', text: 'myInvites.wayText' },
  { to: '/my-points', icon: CoinsIcon, title: 'myPoints.title', text: 'myPoints.wayText' },
  { to: '/my-tasks', icon: TasksIcon, title: 'myTasks.title', text: 'myTasks.wayText' },
  { to: '/my-assets', icon: TicketIcon, title: 'myAssets.title', text: 'myAssets.wayText' },
  { to: '/my-orders', icon: SparkleIcon, title: 'myOrders.title', text: 'myOrders.wayText' },
  { to: '/my-luck', icon: CloverIcon, title: 'luckRecords.title', text: 'luckRecords.wayText' },
  { to: '/fan-ranking', icon: TrophyIcon, title: 'fanRanking.title', text: 'fanRanking.wayText' },
  { to: '/my-data', icon: SaveIcon, title: 'myData.title', text: 'myData.wayText' },
];

/** Links to every screen of the fan's own. */
function MyAccount(): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="my-account" className="card">
      <SectionHeading id="my-account">{t('myAccount.title')}</SectionHeading>
      <WayList ways={accountWays} />
    </section>
  );
}

const moreWays: readonly Way[] = [
  { to: '/support-record', icon: ReceiptIcon, title: 'records.title', text: 'more.recordsText' },
  { to: '/search-idol', icon: SearchIcon, title: 'search.title', text: 'more.searchText' },
  { to: '/activity', icon: SparkleIcon, title: 'activity.title', text: 'more.activityText' },
];

/** Links to screens outside the navigation. */
function MyMore(): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="my-more" className="card">
      <SectionHeading id="my-more">{t('more.title')}</SectionHeading>
      <WayList ways={moreWays} />
    </section>
  );
}

type RecordKind = 'votes' | 'exchanges' | 'conversions';

const panelId = 'my-records-panel';
const shownRecords = 3;

/** Shows the fan's latest votes with receipts, exchanges and conversions; a separate screen lists all of them. */
function MyRecords(): ReactNode {
  const t = useText();
  const [kind, setKind] = useState<RecordKind>('votes');
  return (
    <section aria-labelledby="my-records" className="card">
      <SectionHeading id="my-records" more={{ to: supportRecordPath({ kind }), text: t('me.allRecords') }}>
        {t('me.records')}
      </SectionHeading>
      <Tabs
        label={t('me.records')}
        panelId={panelId}
        selected={kind}
        onSelect={setKind}
        tabs={[
          { key: 'votes', title: t('me.votes') },
          { key: 'exchanges', title: t('me.exchanges') },
          { key: 'conversions', title: t('me.conversions') },
        ]}
      />
      <TabPanel id={panelId} selected={kind} className="mt-3">
        {kind === 'votes' ? <VoteRecords latest={shownRecords} /> : null}
        {kind === 'exchanges' ? <ExchangeRecords latest={shownRecords} /> : null}
        {kind === 'conversions' ? <ConversionRecords latest={shownRecords} /> : null}
      </TabPanel>
    </section>
  );
}

type SignOutModalProps = { onClose: () => void; onSignedOut: () => void };

/** Asks once before signing out. */
function SignOutModal({ onClose, onSignedOut }: SignOutModalProps): ReactNode {
  const t = useText();
  const signOut = useSignOut(onSignedOut);
  return (
    <Modal title={t('signOut.title')} onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-body text-mute">{t('signOut.text')}</p>
          <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
            <Button variant="soft" size="large" onClick={close}>
              {t('signOut.stay')}
            </Button>
            <Button size="large" busy={signOut.isPending} onClick={() => signOut.mutate()}>
              {t('account.signOut')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}

/** Offers language, theme, and signing out. */
function MySettings(): ReactNode {
  const t = useText();
  const [, navigate] = useLocation();
  const [asks, setAsks] = useState(false);
  return (
    <section aria-labelledby="my-settings" className="card">
      <SectionHeading id="my-settings">{t('me.settings')}</SectionHeading>
      <div className="space-y-4">
        <Setting title={t('settings.language')}>
          <LanguageSwitch />
        </Setting>
        <Setting title={t('settings.theme')}>
          <ThemeSwitch />
        </Setting>
        <Button variant="soft" size="large" onClick={() => setAsks(true)}>
          <SignOutIcon size={20} />
          {t('account.signOut')}
        </Button>
      </div>
      {asks ? (
        <SignOutModal onClose={() => setAsks(false)} onSignedOut={() => navigate('/', { replace: true })} />
      ) : null}
    </section>
  );
}

function Setting({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 text-small font-semibold text-mute">
        {title}
      </p>
      {children}
    </div>
  );
}

function PageLinks(): ReactNode {
  const t = useText();
  return (
    <nav aria-labelledby="page-links" className="card">
      <SectionHeading id="page-links">{t('me.pages')}</SectionHeading>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2">
        {pageOrder.map((slug) => (
          <li key={slug}>
            <Link
              href={pagePath(slug)}
              className={
                'press flex h-full min-h-12 items-center rounded-tile ' +
                'bg-raise px-3.5 py-2 text-small font-semibold'
              }
            >
              {t(pageName(slug))}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
