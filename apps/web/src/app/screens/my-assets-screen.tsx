import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { AssetCards } from '#/features/points/asset-cards.tsx';
import { StakedNote } from '#/features/staking/staked-note.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { GiveTickets } from '../give-tickets.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';

/** Shows everything the fan has, what each is for, and how to get more of it. */
export function MyAssetsScreen(): ReactNode {
  const session = useSession();
  return session ? <MyAssets /> : <Redirect to={signInPath('/my-assets')} replace />;
}

function MyAssets(): ReactNode {
  const t = useText();
  return (
    <>
      <ScreenHeader title={t('myAssets.title')} subtitle={t('myAssets.subtitle')} backTo="/me" />
      <div className="px-4">
        <AssetCards ticketWays={<GiveTickets />} pointsNote={<StakedNote />} />
      </div>
    </>
  );
}
