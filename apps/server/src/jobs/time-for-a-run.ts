/** How long a run of a scheduled job goes on beginning with more, so that others of the few slots get their turn. */
const mostMs = 20_000;

/** Whether a run that began with this call may begin with one thing more; with what it leaves the next run goes on. */
export function timeForARun(): () => boolean {
  const endsAtMs = performance.now() + mostMs;
  return () => performance.now() < endsAtMs;
}
