import type { ReactNode } from 'react';
import { shortAddress } from '#/lib/format/text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { SessionUser } from '#/lib/session/session.ts';
import { CopyButton } from '#/ui/copy-button.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { ScreenTitle } from '#/ui/screen-title.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

const picture = 'size-20 shrink-0 rounded-full border-3 border-white/70';

type ProfileHeadingProps = { user: SessionUser; chip: ReactNode; trailing: ReactNode };

/**
 * Shows name, picture and fan code on the stage of the fan's own page. Fields that a host omitted are reserved until
 * the server sends them.
 */
export function ProfileHeading({ user, chip, trailing }: ProfileHeadingProps): ReactNode {
  const t = useText();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {user.avatarUrl ? (
          <Portrait src={user.avatarUrl} width={80} height={80} lazy={false} className={picture} />
        ) : (
          <span className={`bg-raise ${picture}`} />
        )}
        <div className="min-w-24 flex-1">
          {user.nickname === undefined ? (
            <>
              <ScreenTitle className="sr-only">{t('nav.me')}</ScreenTitle>
              <Skeleton className="h-8 w-36 rounded-control" />
            </>
          ) : (
            <ScreenTitle className="truncate text-screen font-extrabold text-white">{user.nickname}</ScreenTitle>
          )}
          <WayIn user={user} />
          {chip}
        </div>
        {trailing}
      </div>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 rounded-tile bg-black/30 p-3 pl-4">
        <div className="min-w-0">
          <p className="text-caption font-semibold">{t('account.fanCode')}</p>
          <div dir="auto" className="num truncate text-title font-extrabold tracking-wide">
            {user.fanCode ?? <Skeleton className="my-1 h-5 w-24 rounded-full" />}
          </div>
        </div>
        {user.fanCode ? <CopyButton text={user.fanCode} label={t('copy.action')} /> : null}
      </div>
    </>
  );
}

/** Shows what the fan signs in by: their email, else their wallet. */
function WayIn({ user: { email, walletAddress } }: { user: SessionUser }): ReactNode {
  if (email)
    return (
      <p dir="auto" className="truncate text-small font-medium">
        {email}
      </p>
    );
  if (!walletAddress) return null;
  return (
    <p dir="auto" className="num truncate text-small font-medium" title={walletAddress}>
      {shortAddress(walletAddress)}
    </p>
  );
}
