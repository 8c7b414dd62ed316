import type { ReactNode } from 'react';
import { AssetTiles } from '#/features/points/asset-tiles.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSession } from '#/lib/session/session.ts';
import { MeIcon } from '#/ui/icons/first-icons.tsx';
import { CoinsIcon, LockIcon } from '#/ui/icons/more-icons.tsx';
import { type Feature, FeatureList } from '../feature-list.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { SignInFirst } from './sign-in-first.tsx';

const losses: readonly Feature[] = [
  { icon: MeIcon, title: 'leave.lost.profile', text: 'leave.lost.profileText' },
  { icon: LockIcon, title: 'leave.lost.access', text: 'leave.lost.accessText' },
  { icon: CoinsIcon, title: 'leave.lost.unused', text: 'leave.lost.unusedText' },
];

/** What goes with an account: for its owner with the balances as they are now. */
export function WhatIsLost(): ReactNode {
  const t = useText();
  const session = useSession();
  return (
    <section aria-labelledby="leave-lost" className="card">
      <SectionHeading id="leave-lost">{t('leave.lost')}</SectionHeading>
      <FeatureList features={losses} />
      <div className="mt-5">
        {session ? <Balances /> : <SignInFirst next="/logoff">{t('leave.lostSignIn')}</SignInFirst>}
      </div>
    </section>
  );
}

function Balances(): ReactNode {
  const t = useText();
  return (
    <>
      <AssetTiles />
      <p className="mt-3 text-small text-pretty text-mute">{t('leave.lostBalances')}</p>
    </>
  );
}
