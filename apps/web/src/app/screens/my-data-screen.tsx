import type { ReactNode } from 'react';
import { MyDataCard } from '#/features/identity/data-export/my-data-card.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSession } from '#/lib/session/session.ts';
import { MeIcon } from '#/ui/icons/shell-icons.tsx';
import { GlobeIcon, HeartIcon, LockIcon, ReceiptIcon, SignOutIcon } from '#/ui/icons/more-icons.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { type Feature, FeatureList } from '../feature-list.tsx';
import { SignInFirst } from '#/app/sign-in-first.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { type Way, WayList } from '#/ui/way-list.tsx';

const kept: readonly Feature[] = [
  { icon: MeIcon, title: 'myData.kept.profile', text: 'myData.kept.profileText' },
  { icon: LockIcon, title: 'myData.kept.signIns', text: 'myData.kept.signInsText' },
  { icon: GlobeIcon, title: 'myData.kept.social', text: 'myData.kept.socialText' },
  { icon: HeartIcon, title: 'myData.kept.votes', text: 'myData.kept.votesText' },
  { icon: ReceiptIcon, title: 'myData.kept.ledger', text: 'myData.kept.ledgerText' },
];

const ways: readonly Way[] = [
  { to: '/privacy-policy', icon: LockIcon, title: 'myData.policy', text: 'myData.policyText' },
  { to: '/logoff', icon: SignOutIcon, title: 'leave.title', text: 'myData.leaveText' },
];

/** Shows the personal data kept about a fan and why, and the data export. */
export function MyDataScreen(): ReactNode {
  const t = useText();
  const session = useSession();
  return (
    <>
      <ScreenHeader title={t('myData.title')} subtitle={t('myData.subtitle')} backTo={session ? '/me' : '/'} />
      <div className="space-y-4 px-4">
        <section aria-labelledby="my-data-copy" className="card">
          <SectionHeading id="my-data-copy">{t('myData.copy')}</SectionHeading>
          {session ? <MyDataCard /> : <SignInFirst next="/my-data">{t('myData.signIn')}</SignInFirst>}
        </section>
        <section aria-labelledby="my-data-kept" className="card">
          <SectionHeading id="my-data-kept">{t('myData.kept')}</SectionHeading>
          <FeatureList features={kept} />
        </section>
        <section aria-labelledby="my-data-more" className="card">
          <SectionHeading id="my-data-more">{t('myData.more')}</SectionHeading>
          <WayList ways={ways} />
        </section>
      </div>
    </>
  );
}
