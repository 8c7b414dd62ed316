import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { StarIcon } from '#/ui/icons/shell-icons.tsx';
import { HeartIcon, SwapIcon, TicketIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { type Asset, useAssets, pointAsset } from './use-assets.ts';

/** Fills rows: three of three where their numbers fit, or two by two. */
function rows(count: number): string {
  return count % 3 === 0 ? 'flex flex-wrap gap-2.5 *:flex-[1_0_5rem]' : 'grid grid-cols-2 gap-2.5';
}

type AssetTilesProps = {
  /** Narrows them down to the named assets, in that order. */
  only?: readonly string[];
  /** Returns the note of a tile beneath its balance. */
  noteOf?: (asset: Asset) => ReactNode;
};

/** Points, and the tickets and votes of one election. */
const usualAssets = 3;

export function AssetTiles({ only, noteOf }: AssetTilesProps): ReactNode {
  const t = useText();
  const assets = useAssets();
  if (assets.isError && !assets.data) {
    return (
      <LoadError
        text={t('points.loadError')}
        error={assets.error}
        retrying={assets.isFetching}
        onRetry={() => void assets.refetch()}
      />
    );
  }
  if (!assets.data) return <TileSkeletons count={only?.length ?? usualAssets} />;
  const shown = only
    ? only.flatMap((name) => assets.data.find((asset) => asset.assetName === name) ?? [])
    : assets.data.toSorted((one, other) => assetLook(one.assetName).place - assetLook(other.assetName).place);
  return (
    <ul className={rows(shown.length)}>
      {shown.map((asset) => (
        <AssetTile key={asset.assetName} asset={asset} note={noteOf?.(asset)} />
      ))}
    </ul>
  );
}

function AssetTile({ asset, note }: { asset: Asset; note: ReactNode }): ReactNode {
  const t = useText();
  const { icon: Icon, tint, filled } = assetLook(asset.assetName);
  return (
    <li className="rounded-tile bg-bg p-3.5">
      <span className={`grid size-9 place-content-center rounded-full ${tint}`}>
        <Icon size={19} filled={filled} />
      </span>
      <p className="mt-2.5 text-section font-extrabold">
        <RollingNumber value={asset.available} />
      </p>
      <p className="text-caption font-semibold text-mute">{asset.label}</p>
      {asset.pending > 0 ? (
        <p className="num text-caption text-warn">{t('points.pending', { amount: asset.pending })}</p>
      ) : null}
      {note}
    </li>
  );
}

function TileSkeletons({ count }: { count: number }): ReactNode {
  return (
    <LoadingRegion className={rows(count)}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="h-[118px] rounded-tile" />
      ))}
    </LoadingRegion>
  );
}

type AssetLook = {
  readonly kind: 'points' | 'tickets' | 'votes' | 'other';
  readonly icon: IconComponent;
  readonly tint: string;
  /** Points first, then tickets and votes, then the rest. */
  readonly place: number;
  readonly filled: boolean;
};

/** Returns how a balance is shown, by the name of its asset. */
export function assetLook(assetName: string): AssetLook {
  if (assetName === pointAsset)
    return { kind: 'points', icon: StarIcon, tint: 'bg-warn-soft text-warn', place: 0, filled: true };
  if (assetName.includes('TICKET'))
    return { kind: 'tickets', icon: TicketIcon, tint: 'bg-brand-soft text-brand', place: 1, filled: false };
  if (assetName.includes('VOTE'))
    return { kind: 'votes', icon: HeartIcon, tint: 'bg-brand-soft text-brand', place: 2, filled: true };
  return { kind: 'other', icon: SwapIcon, tint: 'bg-raise text-mute', place: 3, filled: false };
}
