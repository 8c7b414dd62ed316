const dayMs = 24 * 60 * 60_000;

/** The time a fan has on the provider's page. */
export const attemptMs = 10 * 60_000;

/** The time an unlinked account stays reserved for its fan. */
const waitingMs = 7 * dayMs;

/** The current or last fan of an account. */
export type Holder = { readonly fanId: number; readonly releasedAt: Date | null };

/** Returns whether a fan may link an account that was linked before, and after how many days. */
export function claimTo(
  holder: Holder,
  { fanId, now }: { fanId: number; now: Date },
): { readonly may: 'link' } | { readonly may: 'never' } | { readonly may: 'later'; readonly days: number } {
  if (holder.releasedAt === null) return { may: 'never' };
  const leftMs = holder.releasedAt.getTime() + waitingMs - now.getTime();
  if (holder.fanId === fanId || leftMs <= 0) return { may: 'link' };
  return { may: 'later', days: Math.ceil(leftMs / dayMs) };
}
