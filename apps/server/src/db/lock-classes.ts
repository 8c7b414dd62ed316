/** The classes of advisory locks with two keys. `lock_classes` in SQL lists the same, with what the second key is. */
export const lockClasses = {
  ledgerBook: 7701,
  ledgerPeriod: 7702,
  songEvent: 7703,
  best7Poll: 7704,
  voteDecision: 7705,
  displayFreeze: 7706,
  offerStock: 7707,
  simulatedCrowd: 7708,
  luckPublisher: 7711,
  stakingPeriod: 7712,
  stakingPublisher: 7713,
  chainSender: 7715,
} as const;
