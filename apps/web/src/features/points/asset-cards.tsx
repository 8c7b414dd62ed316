import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { buttonStyle } from '#/ui/button.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { assetLook } from './asset-tiles.tsx';
import { ExpiringNote } from './points-until.tsx';
import { TestCoinFaucet } from './test-coin-faucet.tsx';
import { type Asset, useAssets } from './use-assets.ts';

type AssetKind = ReturnType<typeof assetLook>['kind'];
type AssetUses = {
  readonly text: MessageId;
  readonly ways: readonly { readonly to: string; readonly text: MessageId; readonly main: boolean }[];
};

/** The purpose of each kind, and the ways to get and spend it. */
const uses: Readonly<Record<AssetKind, AssetUses>> = {
  points: {
    text: 'myAssets.pointsText',
    ways: [
      { to: '/task', text: 'myAssets.earnPoints', main: true },
      { to: '/my-invites', text: 'myAssets.invite', main: false },
      { to: '/my-points', text: 'myAssets.whatFor', main: false },
    ],
  },
  tickets: {
    text: 'myAssets.ticketsText',
    ways: [
      { to: '/mall', text: 'myAssets.getTickets', main: true },
      { to: '/vote-activity', text: 'myAssets.convert', main: false },
    ],
  },
  votes: { text: 'myAssets.votesText', ways: [{ to: '/vote-activity', text: 'myAssets.vote', main: true }] },
  other: { text: 'myAssets.testCoinsText', ways: [] },
};

type AssetNotes = { ticketWays: ReactNode; pointsNote: ReactNode };

/**
 * Shows a card for each of the fan's balances: the amount, its purpose, and how to get and use it. `ticketWays` are further
 * actions for tickets, `pointsNote` says what becomes of Points that cannot be spent now.
 */
export function AssetCards({ ticketWays, pointsNote }: AssetNotes): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch } = useAssets();
  if (!data && error) {
    return (
      <div className="card">
        <LoadError text={t('points.loadError')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (!data) return <CardSkeletons />;
  const shown = data.toSorted((one, other) => assetLook(one.assetName).place - assetLook(other.assetName).place);
  return (
    <ul aria-label={t('myAssets.title')} className="space-y-4">
      {shown.map((asset) => (
        <AssetCard key={asset.assetName} asset={asset} ticketWays={ticketWays} pointsNote={pointsNote} />
      ))}
    </ul>
  );
}

function AssetCard({ asset, ticketWays, pointsNote }: AssetNotes & { asset: Asset }): ReactNode {
  const t = useText();
  const { kind, icon: Icon, tint, filled } = assetLook(asset.assetName);
  const { text, ways } = uses[kind];
  return (
    <li className="card" data-asset={asset.assetName}>
      <div className="flex items-center gap-3.5">
        <span className={`grid size-12 shrink-0 place-content-center rounded-control ${tint}`}>
          <Icon size={24} filled={filled} />
        </span>
        <div className="min-w-0 flex-1">
          <p className="text-score leading-none font-extrabold">
            <RollingNumber value={asset.available} />
          </p>
          <p dir="auto" className="mt-1 truncate text-small font-semibold text-mute">
            {asset.label}
          </p>
        </div>
        {asset.pending > 0 ? (
          <Badge tone="warn">
            <span className="num">{t('points.pending', { amount: asset.pending })}</span>
          </Badge>
        ) : null}
      </div>
      <p className="mt-3.5 text-small text-pretty text-mute">{t(text)}</p>
      <ExpiringNote asset={asset} className="mt-1.5 text-small font-semibold" />
      {ways.length > 0 ? (
        <div className="mt-3.5 flex flex-wrap gap-2">
          {ways.map((way) => (
            <Link key={way.to} href={way.to} className={buttonStyle(way.main ? 'primary' : 'soft')}>
              {t(way.text)}
            </Link>
          ))}
        </div>
      ) : null}
      {kind === 'tickets' && ticketWays ? <div className="mt-2.5">{ticketWays}</div> : null}
      {kind === 'points' ? pointsNote : null}
      {asset.assetName === 'TEST_COIN' ? <TestCoinFaucet /> : null}
    </li>
  );
}

function CardSkeletons(): ReactNode {
  return (
    <LoadingRegion className="space-y-4">
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} className="h-44 rounded-card" />
      ))}
    </LoadingRegion>
  );
}
