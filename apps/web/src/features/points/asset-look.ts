import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { StarIcon } from '#/ui/icons/first-icons.tsx';
import { HeartIcon, SwapIcon, TicketIcon } from '#/ui/icons/more-icons.tsx';
import { pointAsset } from './use-assets.ts';

type AssetLook = {
  readonly kind: 'points' | 'tickets' | 'votes' | 'other';
  readonly icon: IconComponent;
  readonly tint: string;
  /** Points first, then what they become on their way to an idol, then the rest. */
  readonly place: number;
  readonly filled: boolean;
};

/** How a balance is shown, by the name of its asset. */
export function assetLook(assetName: string): AssetLook {
  if (assetName === pointAsset)
    return { kind: 'points', icon: StarIcon, tint: 'bg-warn-soft text-warn', place: 0, filled: true };
  if (assetName.includes('TICKET'))
    return { kind: 'tickets', icon: TicketIcon, tint: 'bg-brand-soft text-brand', place: 1, filled: false };
  if (assetName.includes('VOTE'))
    return { kind: 'votes', icon: HeartIcon, tint: 'bg-brand-soft text-brand', place: 2, filled: true };
  return { kind: 'other', icon: SwapIcon, tint: 'bg-raise text-mute', place: 3, filled: false };
}
