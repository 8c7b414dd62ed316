import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import {
  MyCode,
  PictureSkeleton,
  ProfileForm,
  ProfileSkeleton,
  ReminderSetting,
} from '#/features/identity/profile/profile-form.tsx';
import { MyPicture } from '#/features/identity/profile/my-picture.tsx';
import { useProfile } from '#/features/identity/use-account.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { type UserInfo, useSession } from '#/lib/session/session.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { StageTop } from '#/ui/stage-top.tsx';

/** Shows how other fans see this one, and what the fan can change of it. */
export function MyProfileScreen(): ReactNode {
  const session = useSession();
  return session ? <MyProfile /> : <Redirect to={signInPath('/my-profile')} replace />;
}

function MyProfile(): ReactNode {
  const t = useText();
  const { data, isPlaceholderData, error, isFetching, refetch } = useProfile();
  // Data that are no placeholder have come from the server, complete.
  const user = isPlaceholderData ? undefined : (data as UserInfo | undefined);
  return (
    <>
      <StageTop title={t('myProfile.title')} backTo="/me">
        {user ? <MyPicture user={user} /> : <PictureSkeleton />}
      </StageTop>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        <section aria-labelledby="my-words" className="card">
          <SectionHeading id="my-words">{t('myProfile.words')}</SectionHeading>
          {user ? <ProfileForm key={user.accountId} user={user} /> : null}
          {!user && error ? (
            <LoadError text={t('myProfile.error')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
          ) : null}
          {!user && !error ? (
            <LoadingRegion>
              <ProfileSkeleton />
            </LoadingRegion>
          ) : null}
        </section>
        {user && user.email !== null ? (
          <section aria-labelledby="my-mails" className="card">
            <SectionHeading id="my-mails">{t('myProfile.mails')}</SectionHeading>
            <ReminderSetting user={user} />
          </section>
        ) : null}
        {user ? (
          <section aria-labelledby="my-code" className="card">
            <SectionHeading id="my-code" more={{ to: '/my-invites', text: t('myInvites.title') }}>
              {t('myProfile.code')}
            </SectionHeading>
            <MyCode fanCode={user.fanCode} />
          </section>
        ) : null}
      </div>
    </>
  );
}
