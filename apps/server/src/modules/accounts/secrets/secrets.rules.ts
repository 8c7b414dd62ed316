const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A key is handed out for a day, and answers a little longer for those who fetched it last. */
const handedOutMs = 24 * hourMs;
const graceMs = 10 * minuteMs;

/** How old a secret may be, and how far its device's clock may be ahead of ours. */
const oldestMs = 5 * minuteMs;
const aheadMs = minuteMs;

export function isHandedOut(keyCreatedAt: Date, now: Date): boolean {
  return now.getTime() < keyCreatedAt.getTime() + handedOutMs;
}

/** The instant from which a key opens nothing any more. */
export function retiredAt(keyCreatedAt: Date): Date {
  return new Date(keyCreatedAt.getTime() + handedOutMs + graceMs);
}

/** Keys made before this instant can be deleted. */
export function deletableBefore(now: Date): Date {
  return new Date(now.getTime() - 2 * handedOutMs);
}

export function isTimely(sealedAtMs: number, now: Date): boolean {
  const ageMs = now.getTime() - sealedAtMs;
  return ageMs <= oldestMs && ageMs >= -aheadMs;
}

/** Until when a secret would be timely, and its nonce therefore has to be remembered. */
export function timelyUntil(sealedAtMs: number): Date {
  return new Date(sealedAtMs + oldestMs + aheadMs);
}
