/** The number of votes in a ledger and of fans; each fan has cast the same number. */
export type Size = { readonly votes: number; readonly fans: number };

export const sizes: readonly Size[] = [
  { votes: 10_000, fans: 10_000 },
  { votes: 1_000_000, fans: 100_000 },
  { votes: 10_000_000, fans: 1_000_000 },
];

export const quickSizes: readonly Size[] = [
  { votes: 10_000, fans: 10_000 },
  { votes: 100_000, fans: 20_000 },
];

/** Fans who vote while something is measured: as many in every ledger, spread over all who have voted before. */
export const voters = 10_000;
