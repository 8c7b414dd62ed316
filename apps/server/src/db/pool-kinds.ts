/** What a pool of the ledger is for: `ledger.pool` takes no other kinds, and a test compares them. */
export const poolKinds = {
  /** Creates amounts. */
  issue: 'issue',
  /** Takes the spent amounts. */
  sink: 'sink',
  /** The counted votes of an idol in a round. */
  tally: 'tally',
  /** Votes of an idol that wait for a decision. */
  quarantine: 'quarantine',
  /** Votes of an idol that do not count. */
  voided: 'voided',
} as const;

/** The kinds that any posting may use; the others belong to a round. */
export type PostingPoolKind = Extract<keyof typeof poolKinds, 'issue' | 'sink'>;
