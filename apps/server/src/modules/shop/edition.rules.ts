import type { Language } from '@lightstick/contract';

type EditionState = 'notOpen' | 'open' | 'soldOut' | 'ended';

/** What a fan sees at an instant of an edition with `left` pieces for sale. The instant of closing is no longer within. */
export function editionState(
  { opensAt, closesAt }: Pick<Edition, 'opensAt' | 'closesAt'>,
  { left, at }: { left: number; at: Date },
): EditionState {
  if (closesAt && at >= closesAt) return 'ended';
  if (at < opensAt) return 'notOpen';
  return left === 0 ? 'soldOut' : 'open';
}

/** An edition of an NFT, as an operator's content defines it. */
export type Edition = {
  readonly editionId: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly description: Readonly<Record<Language, string>>;
  readonly pictureSeed: string;
  /** How many pieces there are, of which the first `reserved` are not for sale. */
  readonly size: number;
  readonly reserved: number;
  /** Points for one piece. */
  readonly price: number;
  readonly perFanLimit: number | null;
  readonly opensAt: Date;
  readonly closesAt: Date | null;
};
