const dayMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;
const minuteMs = 60_000;

/** BNB Smart Chain's test network: coins of any other chain would be worth something. */
export const testChainId = 97;

/** How many test coins there are each time. */
export const testCoins = 10;

/** How many fans behind one network address get some on one day; a school or a stadium may share one. */
export const grantsPerNetworkAndDay = 50;

/** When a fan who took some then may take the next ones. */
export function nextGrantAt(grantedAt: Date): Date {
  return new Date(grantedAt.getTime() + dayMs);
}

/** How long it is until then, in whole hours and minutes, rounded up so that nobody comes back too soon. */
export function waitUntil(nextAt: Date, now: Date): { hours: number; minutes: number } {
  const minutes = Math.ceil((nextAt.getTime() - now.getTime()) / minuteMs);
  const hours = Math.floor((minutes * minuteMs) / hourMs);
  return { hours, minutes: minutes - hours * 60 };
}
