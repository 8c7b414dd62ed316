import type { Language } from '@lightstick/contract';

/** Tickets for Points, as an operator's content defines them. Amounts are in the asset's smallest unit. */
export type Offer = {
  readonly offerId: string;
  readonly activityId: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly description: Readonly<Record<Language, string>>;
  readonly givesAsset: string;
  readonly givesAmount: number;
  /** Points for one. */
  readonly price: number;
  /** How many there are in all, null for no bound. */
  readonly stock: number | null;
  /** How many all fans together have exchanged; counted of offers with a stock alone. */
  readonly exchanged: number;
  readonly perFanLimit: number | null;
  readonly opensAt: Date;
  readonly closesAt: Date | null;
  /** Of the activity's voting, in which alone its tickets are of use. */
  readonly votingStatus: string;
  readonly votingClosesAt: Date;
};
