import type { Language } from '@lightstick/contract';

type EditionState = 'notOpen' | 'open' | 'soldOut' | 'ended';

/** Returns an edition's state with `left` pieces for sale. The closing instant is outside the window. */
export function editionState(
  { opensAt, closesAt }: Pick<Edition, 'opensAt' | 'closesAt'>,
  { left, at }: { left: number; at: Date },
): EditionState {
  if (closesAt && at >= closesAt) return 'ended';
  if (at < opensAt) return 'notOpen';
  return left === 0 ? 'soldOut' : 'open';
}

export type Edition = {
  readonly editionId: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly description: Readonly<Record<Language, string>>;
  readonly pictureSeed: string;
  /** The number of pieces; the first `reserved` pieces are not for sale. */
  readonly size: number;
  readonly reserved: number;
  /** Points for one piece. */
  readonly price: number;
  readonly perFanLimit: number | null;
  readonly opensAt: Date;
  readonly closesAt: Date | null;
};
