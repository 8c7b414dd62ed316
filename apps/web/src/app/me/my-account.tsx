import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { MeIcon, TasksIcon, TrophyIcon } from '#/ui/icons/first-icons.tsx';
import { CoinsIcon, GiftIcon, GlobeIcon, LockIcon, SaveIcon, SparkleIcon, TicketIcon } from '#/ui/icons/more-icons.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { type Way, WayList } from '../way-list.tsx';

const ways: readonly Way[] = [
  { to: '/my-profile', icon: MeIcon, title: 'myProfile.title', text: 'myProfile.wayText' },
  { to: '/my-security', icon: LockIcon, title: 'mySecurity.title', text: 'mySecurity.wayText' },
  { to: '/my-accounts', icon: GlobeIcon, title: 'myAccounts.title', text: 'myAccounts.wayText' },
  { to: '/my-invites', icon: GiftIcon, title: 'myInvites.title', text: 'myInvites.wayText' },
  { to: '/my-points', icon: CoinsIcon, title: 'myPoints.title', text: 'myPoints.wayText' },
  { to: '/my-tasks', icon: TasksIcon, title: 'myTasks.title', text: 'myTasks.wayText' },
  { to: '/my-assets', icon: TicketIcon, title: 'myAssets.title', text: 'myAssets.wayText' },
  { to: '/my-orders', icon: SparkleIcon, title: 'myOrders.title', text: 'myOrders.wayText' },
  { to: '/fan-ranking', icon: TrophyIcon, title: 'fanRanking.title', text: 'fanRanking.wayText' },
  { to: '/my-data', icon: SaveIcon, title: 'myData.title', text: 'myData.wayText' },
];

/** The ways to everything that is the fan's own. */
export function MyAccount(): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="my-account" className="card">
      <SectionHeading id="my-account">{t('myAccount.title')}</SectionHeading>
      <WayList ways={ways} />
    </section>
  );
}
