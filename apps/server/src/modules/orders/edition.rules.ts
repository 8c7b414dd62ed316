import type { Edition } from './edition.ts';

export type EditionState = 'notOpen' | 'open' | 'soldOut' | 'ended';

/** What a fan sees at an instant of an edition with `left` pieces for sale. The instant of closing is no longer within. */
export function editionState(
  { opensAt, closesAt }: Pick<Edition, 'opensAt' | 'closesAt'>,
  { left, at }: { left: number; at: Date },
): EditionState {
  if (closesAt && at >= closesAt) return 'ended';
  if (at < opensAt) return 'notOpen';
  return left === 0 ? 'soldOut' : 'open';
}
