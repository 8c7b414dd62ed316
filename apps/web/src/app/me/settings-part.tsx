import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { SiteLinks } from '#/app/site-links.tsx';
import { pageName, pageOrder, pagePath } from '#/features/content/page-name.ts';
import { ShownSettings } from '#/features/identity/profile/shown-settings.tsx';
import { useProfile, useSignOut } from '#/features/identity/use-account.ts';
import { BadgeChoice } from '#/features/progress/badge-choice.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Modal } from '#/ui/dialog.tsx';
import {
  CloverIcon,
  CoinsIcon,
  GiftIcon,
  GlobeIcon,
  LockIcon,
  ReceiptIcon,
  SaveIcon,
  SearchIcon,
  SignOutIcon,
  SparkleIcon,
  TicketIcon,
} from '#/ui/icons/more-icons.tsx';
import { MeIcon, TasksIcon, TrophyIcon } from '#/ui/icons/shell-icons.tsx';
import { LanguageSwitch, ThemeSwitch } from '#/ui/preference-switches.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { type Way, WayList } from '#/ui/way-list.tsx';

/** Shows the ways to the fan's account, what else there is, and how the app should be. */
export function SettingsPart(): ReactNode {
  const t = useText();
  return (
    <>
      <ScreenHeader title={t('me.settings')} backTo="/me" />
      <div className="space-y-4 px-4">
        <MyPreferences />
        <Shown />
        <MyAccount />
        <MyMore />
        <PageLinks />
        <SiteLinks />
      </div>
    </>
  );
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
function MyPreferences(): ReactNode {
  const t = useText();
  const [, navigate] = useLocation();
  const [asks, setAsks] = useState(false);
  return (
    <section aria-label={t('me.settings')} className="card">
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

/** Lets the fan choose what others see. */
function Shown(): ReactNode {
  const t = useText();
  const { data } = useProfile();
  return (
    <section aria-labelledby="shown" className="card">
      <SectionHeading id="shown">{t('shown.title')}</SectionHeading>
      <div className="space-y-4">
        {data ? <ShownSettings user={data} /> : null}
        <BadgeChoice />
      </div>
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
