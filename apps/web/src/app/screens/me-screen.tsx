import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { ProfileHeading } from '#/features/accounts/profile-heading.tsx';
import { useProfile } from '#/features/accounts/use-profile.ts';
import { AssetTiles } from '#/features/points/asset-tiles.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { type Session, useSession } from '#/lib/session/session.ts';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { MyAccount } from '../me/my-account.tsx';
import { MyMore } from '../me/my-more.tsx';
import { MyRecords } from '../me/my-records.tsx';
import { MySettings } from '../me/my-settings.tsx';
import { PageLinks } from '../me/page-links.tsx';
import { SectionHeading } from '../section-heading.tsx';

/** The fan's own page: who they are, what they have, what they did, and how the app should be. */
export function MeScreen(): ReactNode {
  const session = useSession();
  return session ? <Me session={session} /> : <Redirect to={signInPath('/me')} replace />;
}

function Me({ session }: { session: Session }): ReactNode {
  const t = useText();
  const profile = useProfile();
  return (
    <>
      <header className="stage px-5 pb-20 text-white" style={{ paddingTop: 'calc(var(--safe-top) + 28px)' }}>
        <ProfileHeading user={profile.data ?? session.userInfo} />
        <LightstickCrowd />
      </header>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        <section aria-labelledby="my-assets" className="card">
          <SectionHeading id="my-assets">{t('me.assets')}</SectionHeading>
          <AssetTiles />
        </section>
        <MyAccount />
        <MyRecords />
        <MyMore />
        <MySettings />
        <PageLinks />
      </div>
    </>
  );
}
