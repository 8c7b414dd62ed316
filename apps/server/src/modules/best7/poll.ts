/** A Best 7 poll as an operator's content defines it. */
export type Poll = {
  readonly activityId: string;
  readonly opensAt: Date;
  readonly closesAt: Date;
  /** IANA name; a fan has one ballot on each of its days. */
  readonly timeZone: string;
};

/** One of a fan's ballots. The idols stand in the fan's order. */
export type Ballot = {
  readonly ballotId: string;
  /** The date in the poll's time zone, as `2026-11-21`. */
  readonly day: string;
  readonly castAt: Date;
  readonly idolIds: readonly string[];
};
