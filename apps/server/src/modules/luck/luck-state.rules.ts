/** How long a seed stays secret while prizes are drawn under it. */
export const epochMs = 7 * 24 * 60 * 60_000;
/** What is received before the end may be written this much later, as votes may. */
export const graceMs = 15_000;

type Window = { readonly opensAt: Date; readonly closesAt: Date; readonly endedAt: Date | null };

/** The state of a packet or campaign. `isGone`: nothing of it is left. */
export function luckState(
  { opensAt, closesAt, endedAt }: Window,
  isGone: boolean,
  at: Date,
): 'notOpen' | 'open' | 'soldOut' | 'ended' {
  if (isGone) return at < closesAt ? 'soldOut' : 'ended';
  if (endedAt !== null || at >= closesAt) return 'ended';
  return at < opensAt ? 'notOpen' : 'open';
}

const order = { open: 0, notOpen: 1, soldOut: 2, ended: 2 } as const;

/** Orders what is open first (the one that ends first), then what comes (the next first), then what is over (newest first). */
export function byTurn<
  Row extends { readonly state: keyof typeof order; readonly opensAt: string; readonly closesAt: string },
>(a: Row, b: Row): number {
  const group = order[a.state];
  if (group !== order[b.state]) return group - order[b.state];
  if (group === 0) return a.closesAt < b.closesAt ? -1 : 1;
  if (group === 1) return a.opensAt < b.opensAt ? -1 : 1;
  return a.closesAt > b.closesAt ? -1 : 1;
}
