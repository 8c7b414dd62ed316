import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { AmountChip } from '#/ui/amount-chip.tsx';
import { buttonStyle } from '#/ui/button.tsx';
import { StarIcon } from '#/ui/icons/shell-icons.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { pointAsset, useBalance } from './use-assets.ts';

type PointsChipProps = {
  onStage?: boolean;
  /** The path to come back to after signing in. */
  path: string;
};

/** Shows the fan's Points in a corner of the screen; a sign-in link for visitors. */
export function PointsChip({ onStage = false, path }: PointsChipProps): ReactNode {
  const t = useText();
  const session = useSession();
  const points = useBalance(pointAsset);
  if (!session) {
    return (
      <Link href={signInPath(path)} className={`own-balance ${buttonStyle(onStage ? 'glass' : 'soft')}`}>
        {t('account.signIn')}
      </Link>
    );
  }
  if (points === undefined) return <Skeleton className="own-balance h-9 w-28 rounded-full" />;
  return (
    <Link href="/me" className="own-balance press inline-flex min-h-11 items-center">
      <AmountChip icon={StarIcon} amount={points} unit={t('points.unit')} onStage={onStage} />
      <span className="sr-only">{t('points.toMine')}</span>
    </Link>
  );
}
