import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { AssetTiles } from '#/features/points/asset-tiles.tsx';
import { pointAsset } from '#/features/points/use-assets.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { SectionHeading } from '../section-heading.tsx';
import { usePlatform } from '../use-platform.ts';

/** What the fan has; for a visitor of the web, what an account is good for (a host app signs its fans in itself). */
export function HomeWallet({ activity }: { activity: Activity }): ReactNode {
  const t = useText();
  const session = useSession();
  const platform = usePlatform();
  if (!session) return platform === 'web' ? <JoinCard /> : null;
  return (
    <section aria-labelledby="home-wallet" className="card">
      <SectionHeading id="home-wallet" more={{ to: '/me', text: t('home.details') }}>
        {t('home.wallet')}
      </SectionHeading>
      <AssetTiles only={[pointAsset, activity.ticketAsset, activity.voteAsset]} />
    </section>
  );
}

function JoinCard(): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="home-join" className="card">
      <h2 id="home-join" className="text-section font-extrabold">
        {t('home.joinTitle')}
      </h2>
      <ol className="mt-3 space-y-2.5">
        {([1, 2, 3] as const).map((step) => (
          <li key={step} className="flex items-center gap-3">
            <span className="num grid size-8 shrink-0 place-content-center rounded-full bg-brand-soft text-small font-extrabold text-brand">
              {step}
            </span>
            <span className="text-small font-semibold">{t(`home.joinStep${step}`)}</span>
          </li>
        ))}
      </ol>
      <Link href={signInPath('/')} className={`${buttonStyle('primary', 'large')} mt-5`}>
        {t('home.join')}
      </Link>
    </section>
  );
}
