import type { Text } from '#/modules/votes/index.ts';

/** A heading with what it means. */
export type Titled = { readonly title: Text; readonly text: Text };

export type Reward = Titled & { readonly fromRank: number; readonly toRank: number };

export type Concert = { readonly place: Text; readonly text: Text; readonly setList: readonly Titled[] };

export type SongEvent = {
  readonly id: string;
  readonly activityId: string;
  /** The asset that the final is paid in. */
  readonly voteAsset: string;
  readonly title: Text;
  readonly subtitle: Text;
  readonly coverSeed: string;
  readonly timeZone: string;
  readonly nominationsOpenAt: Date;
  readonly nominationsCloseAt: Date;
  readonly finalOpensAt: Date;
  readonly finalClosesAt: Date;
  readonly places: number;
  readonly dailyCap: number | null;
  readonly rules: readonly Titled[];
  readonly rewards: readonly Reward[];
  readonly concert: Concert | null;
  readonly concertStartsAt: Date | null;
  /** When the round's ranks were made to stand; null as long as they can change. */
  readonly nominationsFrozenAt: Date | null;
  readonly finalFrozenAt: Date | null;
};

export type Song = {
  readonly id: string;
  readonly title: Text;
  readonly artist: Text;
  readonly story: Text;
  readonly lyrics: Text;
  readonly year: number;
  readonly seconds: number;
  /** What its cover is drawn from, and its preview composed. */
  readonly seed: string;
};

export type Round = 'nominations' | 'final';
