const hourMs = 60 * 60_000;

/** Returns the next full hour, and a time zone in which it is midnight. */
export function nextMidnight(now: Date): { readonly timeZone: string; readonly at: Date } {
  const at = new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs);
  // West of Greenwich midnight comes later. The names of these zones say how far west they are: `Etc/GMT+5` is 5 hours behind.
  const hour = at.getUTCHours();
  return { timeZone: hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`, at };
}
