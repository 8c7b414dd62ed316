/** A span split for a countdown. */
export type RemainingTime = {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
};

const hourMs = 3_600_000;

/** The time left until `targetMs`, in whole seconds, never below zero. The last second shows 1 until it is over. */
export function remainingTime(targetMs: number, nowMs: number): RemainingTime {
  const total = Math.max(0, Math.ceil((targetMs - nowMs) / 1000));
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
  };
}

/** How pressing a deadline is: `last` within the final hour, `over` from its very millisecond on. */
export function urgency(targetMs: number, nowMs: number): 'calm' | 'last' | 'over' {
  const leftMs = targetMs - nowMs;
  if (leftMs <= 0) return 'over';
  return leftMs <= hourMs ? 'last' : 'calm';
}

/** Milliseconds until the displayed second changes, so that a ticking display is never late by a whole second. */
export function untilNextTickMs(targetMs: number, nowMs: number): number {
  const leftMs = targetMs - nowMs;
  if (leftMs <= 0) return 1000;
  return leftMs % 1000 || 1000;
}
