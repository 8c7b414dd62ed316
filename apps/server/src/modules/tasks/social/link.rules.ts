const dayMs = 24 * 60 * 60_000;

/** How long a fan may take on the provider's page. */
export const attemptMs = 10 * 60_000;

/** How long an account that was unlinked stays with the fan it was linked to, before another can have it. */
const waitingMs = 7 * dayMs;

/** Who has an account, or had it last. */
export type Holder = { readonly fanId: number; readonly releasedAt: Date | null };

/** Whether a fan may link an account that was linked before, and if they must wait, how many days from now. */
export function claimTo(
  holder: Holder,
  { fanId, now }: { fanId: number; now: Date },
): { readonly may: 'link' } | { readonly may: 'never' } | { readonly may: 'later'; readonly days: number } {
  if (holder.releasedAt === null) return { may: 'never' };
  const leftMs = holder.releasedAt.getTime() + waitingMs - now.getTime();
  if (holder.fanId === fanId || leftMs <= 0) return { may: 'link' };
  return { may: 'later', days: Math.ceil(leftMs / dayMs) };
}
