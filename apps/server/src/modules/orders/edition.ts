import type { Language } from '@lightstick/contract';

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
