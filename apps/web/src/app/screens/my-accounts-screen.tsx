import type { ReactNode } from 'react';
import { Redirect, useSearch } from 'wouter';
import { useProfile } from '#/features/accounts/use-profile.ts';
import { AccountCard } from '#/features/social/account-card.tsx';
import { AccountCardSkeletons } from '#/features/social/account-card-skeleton.tsx';
import { linkedName } from '#/features/social/social-provider.ts';
import { useMediaInfo } from '#/features/social/use-media-info.ts';
import { useConfig } from '#/lib/config/use-config.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { safeNextPath, signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { SignsInWith } from '../my-accounts/signs-in-with.tsx';
import { SectionHeading } from '../section-heading.tsx';

/** The accounts elsewhere that belong to the fan: those linked for tasks, and the one that signs in. */
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
  const search = useSearch();
  const mediaInfo = useMediaInfo();
  const config = useConfig();
  // A task has sent the fan here, and gets them back.
  const comeBackTo = new URLSearchParams(search).has('next') ? safeNextPath(search) : '/my-accounts';
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
  const failed = [mediaInfo, config].find((query) => query.isError && !query.data);
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
