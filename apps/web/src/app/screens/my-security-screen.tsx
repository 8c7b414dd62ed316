import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { SignInMethods } from '#/features/identity/security/sign-in-methods.tsx';
import { LinkedWallet } from '#/features/identity/wallet/linked-wallet.tsx';
import { useProfile } from '#/features/identity/use-account.ts';
import { useMoveTerms } from '#/features/shop/orders/goods.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useQueryParameter } from '#/lib/query-parameters.ts';
import { useSession } from '#/lib/session/session.ts';
import { PhoneIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { WayList } from '#/ui/way-list.tsx';

/** Shows a fan's ways to sign in, the signed-in devices, and how to change them. */
export function MySecurityScreen(): ReactNode {
  const t = useText();
  const session = useSession();
  if (!session) return <Redirect to={signInPath('/my-security')} replace />;
  return (
    <>
      <ScreenHeader title={t('mySecurity.title')} backTo="/me" />
      <div className="space-y-4 px-4">
        <section aria-labelledby="ways-in" className="card">
          <SectionHeading id="ways-in">{t('mySecurity.waysIn')}</SectionHeading>
          <OwnWaysIn />
        </section>
        <NftWallet />
        <section aria-labelledby="signed-in-at" className="card">
          <SectionHeading id="signed-in-at">{t('mySecurity.where')}</SectionHeading>
          <WayList
            ways={[{ to: '/my-devices', icon: PhoneIcon, title: 'myDevices.title', text: 'mySecurity.devicesText' }]}
          />
        </section>
        <p className="px-2 text-small text-pretty text-mute">{t('mySecurity.never')}</p>
      </div>
    </>
  );
}

/** Uses the server's answer, because a tab or host may store less. */
function OwnWaysIn(): ReactNode {
  const t = useText();
  const profile = useProfile();
  const setsPassword = useQueryParameter('set') === 'password';
  const { email, hasPassword, walletAddress } = profile.data ?? {};
  if (email !== undefined && hasPassword !== undefined && walletAddress !== undefined)
    return <SignInMethods user={{ email, hasPassword, walletAddress }} setsPassword={setsPassword} />;
  if (!profile.isError) return <RowSkeletons />;
  return (
    <LoadError
      text={t('mySecurity.loadError')}
      error={profile.error}
      retrying={profile.isFetching}
      onRetry={() => void profile.refetch()}
    />
  );
}

/**
 * Shows the wallet that an email account links for its NFTs. Without a chain there is no use for one, and it is only
 * shown to a fan who was sent here to link one.
 */
function NftWallet(): ReactNode {
  const t = useText();
  const { data: profile } = useProfile();
  const { data: terms } = useMoveTerms();
  const links = useQueryParameter('set') === 'wallet';
  if (profile?.accountKind !== 'web2' || !terms) return null;
  if (!terms.isOpen && terms.wallet === null && !links) return null;
  return (
    <section aria-labelledby="nft-wallet" className="card">
      <SectionHeading id="nft-wallet">{t('mySecurity.nftWallet')}</SectionHeading>
      <LinkedWallet wallet={terms.wallet} links={links && terms.wallet === null} />
    </section>
  );
}

function RowSkeletons(): ReactNode {
  return (
    <LoadingRegion className="divide-y divide-line">
      {['email', 'password'].map((row) => (
        <div key={row} className="flex items-center gap-3.5 py-3.5 first:pt-0 last:pb-0">
          <Skeleton className="size-11 rounded-control" />
          <div className="min-w-0 flex-1 space-y-1">
            <Skeleton className="h-4 w-16 rounded" />
            <Skeleton className="h-5 w-40 rounded" />
          </div>
          <Skeleton className="h-11 w-20 rounded-full" />
        </div>
      ))}
    </LoadingRegion>
  );
}
