import { useEffect, useState } from 'react';

let serverOffset: ClockOffset | undefined;

/** Reads the time from an answer's Date header; an Age header adds the time in a cache. */
export function observeServerDate(headers: Headers, sentAtMs: number, receivedAtMs: number): void {
  const dateMs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(dateMs) || headers.has('age')) return;
  serverOffset = narrowOffset(serverOffset, { serverMs: dateMs, sentAtMs, receivedAtMs });
}

/** Returns the server's clock now, in Unix milliseconds: what counts for opening, closing and countdowns. */
export function serverNowMs(): number {
  return Date.now() + cautiousOffsetMs(serverOffset);
}

/** The offset of the server's clock in milliseconds: between the two bounds, inclusive. */
export type ClockOffset = { readonly lowestMs: number; readonly highestMs: number };

/** One answer of the server, with our own clock around it. */
type DateSample = {
  /** The answer's Date header in milliseconds, a whole second. */
  readonly serverMs: number;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
};

/**
 * Narrows the offset by one response. A stamp in `[serverMs, serverMs + 1 s)` between send and receipt bounds it on both
 * sides; the bounds intersect (Cristian's algorithm). An empty intersection means a clock was set: only the newest counts.
 */
export function narrowOffset(known: ClockOffset | undefined, sample: DateSample): ClockOffset {
  const fresh = {
    lowestMs: sample.serverMs - sample.receivedAtMs,
    highestMs: sample.serverMs + 999 - sample.sentAtMs,
  };
  if (!known) return fresh;
  const lowestMs = Math.max(known.lowestMs, fresh.lowestMs);
  const highestMs = Math.min(known.highestMs, fresh.highestMs);
  return lowestMs <= highestMs ? { lowestMs, highestMs } : fresh;
}

/**
 * Returns the offset to count with: none where that is possible, else the lowest, because the server refuses what a fan does
 * before its time.
 */
export function cautiousOffsetMs(offset: ClockOffset | undefined): number {
  return !offset || (offset.lowestMs <= 0 && offset.highestMs >= 0) ? 0 : offset.lowestMs;
}

/**
 * Returns the server's clock, ticking with the seconds until the target and again at it. Without target it does not tick.
 * A target that depends on the time is a function of the returned time, so that a late render cannot skip its tick.
 */
export function useServerNow(target: number | undefined | ((nowMs: number) => number | undefined)): number {
  const [nowMs, setNowMs] = useState(serverNowMs);
  const targetMs = typeof target === 'function' ? target(nowMs) : target;

  useEffect(() => {
    if (targetMs === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const now = serverNowMs();
      setNowMs(now);
      if (now < targetMs) timer = setTimeout(tick, untilNextTickMs(targetMs, now));
    };
    tick();
    return () => clearTimeout(timer);
  }, [targetMs]);

  return nowMs;
}

/** A span split for a countdown. */
type RemainingTime = {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
};

const hourMs = 3_600_000;

/**
 * Returns the time left until `targetMs`, in whole seconds, never below zero. The last second shows 1 until it is over.
 */
export function remainingTime(targetMs: number, nowMs: number): RemainingTime {
  const total = Math.max(0, Math.ceil((targetMs - nowMs) / 1000));
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
  };
}

/** Returns how pressing a deadline is: `last` within the final hour, `over` from its very millisecond on. */
export function urgency(targetMs: number, nowMs: number): 'calm' | 'last' | 'over' {
  const leftMs = targetMs - nowMs;
  if (leftMs <= 0) return 'over';
  return leftMs <= hourMs ? 'last' : 'calm';
}

/**
 * Returns the milliseconds until the displayed second changes, so that a ticking display is never late by a whole
 * second.
 */
export function untilNextTickMs(targetMs: number, nowMs: number): number {
  const leftMs = targetMs - nowMs;
  if (leftMs <= 0) return 1000;
  return leftMs % 1000 || 1000;
}
