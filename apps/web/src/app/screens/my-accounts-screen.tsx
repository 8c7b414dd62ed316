import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { useProfile } from '#/features/identity/use-account.ts';
import { AccountCardSkeletons, AccountCard } from '#/features/social/account-card.tsx';
import { linkedName } from '#/features/social/social-link.ts';
import { useMediaInfo } from '#/features/social/use-media-info.ts';
import { shortAddress } from '#/lib/format/text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { safeNextPath, signInPath } from '#/lib/navigation.ts';
import { useAddressQuery } from '#/lib/query-parameters.ts';
import { useSession, type SessionUser } from '#/lib/session/session.ts';
import { useConfig } from '#/lib/use-config.ts';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { MailIcon, WalletIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Name } from '#/ui/name.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** Shows the accounts elsewhere that belong to the fan: those linked for tasks, and the one that signs in. */
export function MyAccountsScreen(): ReactNode {
  const t = useText();
  if (!useSession()) return <Redirect to={signInPath('/my-accounts')} replace />;
  return (
    <>
      <ScreenHeader title={t('myAccounts.title')} subtitle={t('myAccounts.subtitle')} backTo="/me" />
      <div className="space-y-4 px-4">
        <LinkedAccounts />
        <SigningIn />
      </div>
    </>
  );
}

function LinkedAccounts(): ReactNode {
  const t = useText();
  const query = useAddressQuery();
  const mediaInfo = useMediaInfo();
  const config = useConfig();
  // A task has sent the fan here, and gets them back.
  const comeBackTo = new URLSearchParams(query).has('next') ? safeNextPath(query) : '/my-accounts';
  if (mediaInfo.data && config.data) {
    const { social } = config.data;
    return (
      <>
        {mediaInfo.data.userReceiveTaskStatus ? null : <InlineAlert>{t('social.earnedElsewhere')}</InlineAlert>}
        {(['twitter', 'discord'] as const).map((provider) => (
          <AccountCard
            key={provider}
            provider={provider}
            mode={social[provider]}
            name={linkedName(provider, mediaInfo.data)}
            comeBackTo={comeBackTo}
          />
        ))}
      </>
    );
  }
  const failed = [mediaInfo, config].find(({ isError, data }) => isError && !data);
  if (!failed) return <AccountCardSkeletons />;
  return (
    <div className="card">
      <LoadError
        text={t('myAccounts.error')}
        error={failed.error}
        retrying={failed.isFetching}
        onRetry={() => void failed.refetch()}
      />
    </div>
  );
}

function SigningIn(): ReactNode {
  const t = useText();
  const profile = useProfile();
  const isKnown = Boolean(profile.data?.email ?? profile.data?.walletAddress);
  return (
    <section aria-labelledby="signs-in-with" className="card">
      <SectionHeading id="signs-in-with" more={{ to: '/my-security', text: t('myAccounts.change') }}>
        {t('myAccounts.signsInWith')}
      </SectionHeading>
      {profile.isError && !isKnown ? (
        <LoadError
          text={t('myAccounts.error')}
          error={profile.error}
          retrying={profile.isFetching}
          onRetry={() => void profile.refetch()}
        />
      ) : (
        <SignsInWith user={profile.data} />
      )}
    </section>
  );
}

/** Shows the email and the wallet the fan signs in with, if known. */
function SignsInWith({ user }: { user: SessionUser | undefined }): ReactNode {
  const t = useText();
  const { email, walletAddress } = user ?? {};
  if (!email && !walletAddress) {
    return (
      <LoadingRegion>
        <Skeleton className="h-11 rounded-control" />
      </LoadingRegion>
    );
  }
  return (
    <ul className="space-y-3">
      {walletAddress ? <Row icon={WalletIcon} name={t('security.wallet')} value={shortAddress(walletAddress)} /> : null}
      {email ? <Row icon={MailIcon} name={t('account.email')} value={email} /> : null}
    </ul>
  );
}

function Row({ icon: Icon, name, value }: { icon: IconComponent; name: string; value: string }): ReactNode {
  return (
    <li className="flex items-center gap-3.5">
      <span className="grid size-11 shrink-0 place-content-center rounded-control bg-brand-soft text-brand">
        <Icon size={22} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-caption font-semibold text-mute">{name}</span>
        <Name className="block truncate text-body font-bold">{value}</Name>
      </span>
    </li>
  );
}
