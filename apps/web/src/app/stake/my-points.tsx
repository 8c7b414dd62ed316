import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { AssetTiles } from '#/features/points/asset-tiles.tsx';
import { pointAsset } from '#/features/points/use-assets.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { SectionHeading } from '../section-heading.tsx';
import { usePlatform } from '../use-platform.ts';

/** What the fan could stake; for a visitor of the web, the way to see it. */
export function MyPoints(): ReactNode {
  const t = useText();
  const session = useSession();
  const platform = usePlatform();
  if (!session && platform === 'app') return null;
  return (
    <section aria-labelledby="stake-points" className="card">
      <SectionHeading id="stake-points">{t('stake.points')}</SectionHeading>
      {session ? (
        <>
          <AssetTiles only={[pointAsset]} />
          <p className="mt-3 text-small text-pretty text-mute">{t('stake.pointsText')}</p>
        </>
      ) : (
        <>
          <p className="text-body text-mute">{t('stake.signIn')}</p>
          <Link href={signInPath('/stake')} className={`${buttonStyle('soft', 'large')} mt-4`}>
            {t('account.signIn')}
          </Link>
        </>
      )}
    </section>
  );
}
