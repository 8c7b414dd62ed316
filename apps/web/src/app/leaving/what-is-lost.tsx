import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { AssetTiles } from '#/features/points/asset-tiles.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { MeIcon } from '#/ui/icons/first-icons.tsx';
import { CoinsIcon, LockIcon } from '#/ui/icons/more-icons.tsx';
import { type Feature, FeatureList } from '../feature-list.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { usePlatform } from '../use-platform.ts';

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
      <div className="mt-5">{session ? <Balances /> : <SignInFirst />}</div>
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

/** A host app signs its fans in itself, so only the web offers the way. */
function SignInFirst(): ReactNode {
  const t = useText();
  const platform = usePlatform();
  return (
    <>
      <p className="text-body text-mute">{t('leave.lostSignIn')}</p>
      {platform === 'web' ? (
        <Link href={signInPath('/logoff')} className={`${buttonStyle('soft', 'large')} mt-4`}>
          {t('account.signIn')}
        </Link>
      ) : null}
    </>
  );
}
