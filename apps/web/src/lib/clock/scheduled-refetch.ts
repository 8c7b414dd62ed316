import { useState } from 'react';
import { serverNowMs, untilNextTickMs } from './server-clock.ts';

/** A moment at which a response becomes outdated. */
export type ScheduledChange = {
  readonly at: string;
  /** Whether a fan may be waiting for it on the screen. */
  readonly isAwaited: boolean;
};

/** The time of the last request, successful or not, and the current time; Unix milliseconds of the server. */
type RefetchTimes = { readonly askedAtMs: number; readonly nowMs: number };

/** The server needs a moment to turn. */
const earliestMs = 400;
/** Queries that wait for the change refetch within the first period after it, all others within the second. */
const awaitedSpreadMs = 1600;
const spreadMs = 15_000;
const shortestCeilingMs = 4000;
const longestCeilingMs = 60_000;
/** The longest that a timer of the browser waits. */
const longestMs = 2_147_483_647;

/**
 * Returns the delay until the next refetch of data that changes at known times; false without any. `random` (0 to 1)
 * spreads the load and stays constant while a screen waits; failures and outdated answers back off, up to a minute.
 */
export function refetchAfterMs(
  changes: readonly ScheduledChange[],
  { askedAtMs, nowMs }: RefetchTimes,
  random: () => number,
): number | false {
  if (changes.length === 0) return false;
  const nextMs = Math.min(
    ...changes.map(({ at, isAwaited }) => {
      const changeMs = Date.parse(at);
      const firstMs = changeMs + earliestMs + random() * (isAwaited ? awaitedSpreadMs : spreadMs);
      return askedAtMs < firstMs ? firstMs : askedAtMs + backOffMs(askedAtMs - changeMs, random);
    }),
  );
  // The due refetch is running, or starts when the page becomes visible.
  return nextMs > nowMs ? Math.min(nextMs - nowMs, longestMs) : shortestCeilingMs;
}

function backOffMs(inVainMs: number, random: () => number): number {
  const ceiling = Math.min(longestCeilingMs, Math.max(shortestCeilingMs, 2 * inVainMs));
  return ceiling * (0.5 + random() / 2);
}

type ScheduledQuery<Data> = {
  readonly state: {
    readonly data: Data | undefined;
    readonly dataUpdatedAt: number;
    readonly errorUpdatedAt: number;
  };
};

/**
 * Returns the `refetchInterval` of a query whose data changes at known times: it refetches at each of them, not before.
 */
export function useScheduledRefetch<Data>(
  changesOf: (data: Data) => readonly ScheduledChange[],
): (query: ScheduledQuery<Data>) => number | false {
  const [place] = useState(Math.random);
  return ({ state: { data, dataUpdatedAt, errorUpdatedAt } }) => {
    if (!data) return false;
    const nowMs = serverNowMs();
    const askedAtMs = nowMs - Date.now() + Math.max(dataUpdatedAt, errorUpdatedAt);
    return refetchAfterMs(changesOf(data), { askedAtMs, nowMs }, () => place);
  };
}

/** Goods on sale for a limited time, as the server returned them. */
type Sale = {
  readonly state: 'notOpen' | 'open' | 'soldOut' | 'ended';
  readonly opensAt: string;
  readonly closesAt: string | null;
};

/** Returns when a sale opens or ends. Only screens that sell wait for an opening. */
export function saleChanges(sales: readonly Sale[], { isAwaited }: { isAwaited: boolean }): readonly ScheduledChange[] {
  return sales.flatMap(({ state, opensAt, closesAt }): ScheduledChange[] => {
    if (state === 'notOpen') return [{ at: opensAt, isAwaited }];
    return state === 'open' && closesAt !== null ? [{ at: closesAt, isAwaited: false }] : [];
  });
}

/** Calls `look` once a second until the server's clock has reached a deadline, and right at it. */
export function watchUntil(deadline: string | undefined, look: () => void): () => void {
  if (deadline === undefined) return () => undefined;
  const targetMs = Date.parse(deadline);
  let timer: ReturnType<typeof setTimeout>;
  const tick = () => {
    look();
    const nowMs = serverNowMs();
    if (nowMs < targetMs) timer = setTimeout(tick, untilNextTickMs(targetMs, nowMs));
  };
  tick();
  return () => clearTimeout(timer);
}
