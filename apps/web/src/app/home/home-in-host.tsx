import type { ReactNode } from 'react';
import { HostSignIn } from '#/app/host/host-sign-in.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { AssetTiles } from '#/features/points/asset-tiles.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSession } from '#/lib/session/session.ts';
import { HomeEnd, HomeLivePlace, HomeLuckPlace } from './home-more.tsx';

/**
 * Shows the variant of home inside a host, below its first screenful. The host signs fans in and shows their Points, so
 * there is no sign-in of ours and no balance but that of the election.
 */
export function HomeInHost({ activity }: { activity: Activity }): ReactNode {
  const session = useSession();
  return (
    <>
      {session ? <ElectionWallet activity={activity} /> : <HostSignIn />}
      <HomeLuckPlace />
      <HomeLivePlace />
      <HomeEnd />
    </>
  );
}

function ElectionWallet({ activity }: { activity: Activity }): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="home-wallet" className="card">
      <SectionHeading id="home-wallet" more={{ to: '/me', text: t('home.details') }}>
        {t('home.wallet')}
      </SectionHeading>
      <AssetTiles only={[activity.ticketAsset, activity.voteAsset]} />
    </section>
  );
}
