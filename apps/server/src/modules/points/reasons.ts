/** Why an amount moved, as written into transfers for ever; the same list is the table ledger.reason. */
export const reasonCode = {
  vote: 10,
  free_votes: 11,
  exchange_paid: 20,
  exchange_received: 21,
  conversion_paid: 30,
  conversion_received: 31,
  task_reward: 40,
  demo_grant: 90,
} as const;

export type Reason = keyof typeof reasonCode;
