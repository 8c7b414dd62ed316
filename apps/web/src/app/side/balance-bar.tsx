import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { NoticeBell } from '#/features/notices/notice-bell.tsx';
import { assetLook } from '#/features/points/asset-tiles.tsx';
import { pointAsset, useAssets } from '#/features/points/use-assets.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';

type BalanceBarProps = {
  /** Undefined while it is not known, and without an election. */
  activity: Activity | undefined;
  path: string;
};

/** Shows what the fan can spend, and the unread notices, at the same spot on every wide screen; a sign-in for visitors. */
export function BalanceBar({ activity, path }: BalanceBarProps): ReactNode {
  const t = useText();
  const session = useSession();
  const { data: assets } = useAssets();
  if (!session) {
    return (
      <div className="flex min-h-13 justify-end">
        <Link href={signInPath(path)} className={buttonStyle('soft')}>
          {t('account.signIn')}
        </Link>
      </div>
    );
  }
  // Opaque, because the page scrolls beneath it.
  const ground = 'bg-surface shadow-card';
  const names = [pointAsset, ...(activity ? [activity.voteAsset, activity.ticketAsset] : [])];
  return (
    <div className="flex min-h-13 items-stretch gap-2.5">
      <Link href="/me" className={`press flex min-w-0 flex-1 items-center rounded-tile ${ground}`}>
        {names.map((name) => {
          const { icon: Icon, filled } = assetLook(name);
          const asset = assets?.find(({ assetName }) => assetName === name);
          return (
            <span key={name} className="min-w-0 flex-1 px-1 text-center text-small font-extrabold">
              <span className="flex items-center justify-center gap-1.5">
                <Icon size={16} filled={filled} className="text-brand" />
                {asset ? <RollingNumber value={asset.available} /> : '–'}
              </span>
              <span className="block truncate text-caption font-medium">{asset?.label}</span>
            </span>
          );
        })}
        <span className="sr-only">{t('points.toMine')}</span>
      </Link>
      <NoticeBell className={`min-w-13 justify-center rounded-tile px-3 ${ground}`} />
    </div>
  );
}
