import { useState } from 'react';
import { serverNowMs } from './server-clock.ts';

/** A moment at which an answer of the server stops being true by itself. */
export type ScheduledChange = {
  readonly at: string;
  /** Whether somebody looks at the screen for it, because before it there is nothing to do. */
  readonly isAwaited: boolean;
};

/** When the answer was last asked for, whatever came of it, and what the time is; Unix milliseconds of the server. */
type Asking = { readonly askedAtMs: number; readonly nowMs: number };

/** The server needs a moment to turn. */
const earliestMs = 400;
/** Within so long after it asks whoever waits for the turn, and within so long everybody else. */
const awaitedSpreadMs = 1600;
const spreadMs = 15_000;
const shortestCeilingMs = 4000;
const longestCeilingMs = 60_000;
/** The longest that a timer of the browser waits. */
const longestMs = 2_147_483_647;

/**
 * How long until an answer is worth asking for again, because what it told turns by itself; false where nothing of it does.
 * A hundred thousand phones shall not ask within the same moment, so each takes its own. What failed, or was answered by a
 * server whose clock is behind, is asked for again after at least as long as it has been asked for in vain, up to a minute,
 * of which a random half.
 *
 * @param random - from 0 to 1; the same each time as long as one screen waits, or the wait would begin anew.
 */
export function refetchAfterMs(
  turns: readonly ScheduledChange[],
  { askedAtMs, nowMs }: Asking,
  random: () => number,
): number | false {
  if (turns.length === 0) return false;
  const nextMs = Math.min(
    ...turns.map(({ at, isAwaited }) => {
      const turnMs = Date.parse(at);
      const firstMs = turnMs + earliestMs + random() * (isAwaited ? awaitedSpreadMs : spreadMs);
      return askedAtMs < firstMs ? firstMs : askedAtMs + backOffMs(askedAtMs - turnMs, random);
    }),
  );
  // The asking that is due is on its way, or begins when the page is looked at again.
  return nextMs > nowMs ? Math.min(nextMs - nowMs, longestMs) : shortestCeilingMs;
}

function backOffMs(inVainMs: number, random: () => number): number {
  const ceiling = Math.min(longestCeilingMs, Math.max(shortestCeilingMs, 2 * inVainMs));
  return ceiling * (0.5 + random() / 2);
}

type Told<Data> = {
  readonly state: {
    readonly data: Data | undefined;
    readonly dataUpdatedAt: number;
    readonly errorUpdatedAt: number;
  };
};

/** The `refetchInterval` of a query whose answer turns by itself: it is asked for anew at each turn, and not before. */
export function useScheduledRefetch<Data>(
  turnsOf: (data: Data) => readonly ScheduledChange[],
): (query: Told<Data>) => number | false {
  const [place] = useState(Math.random);
  return ({ state: { data, dataUpdatedAt, errorUpdatedAt } }) => {
    if (!data) return false;
    const nowMs = serverNowMs();
    const askedAtMs = nowMs - Date.now() + Math.max(dataUpdatedAt, errorUpdatedAt);
    return refetchAfterMs(turnsOf(data), { askedAtMs, nowMs }, () => place);
  };
}

/** What is for sale within a time of its own, as the server told it. */
type Sale = {
  readonly state: 'notOpen' | 'open' | 'soldOut' | 'ended';
  readonly opensAt: string;
  readonly closesAt: string | null;
};

/** When what is for sale opens or ends by itself. An opening is awaited where it is looked at to buy, not in passing. */
export function saleChanges(sales: readonly Sale[], { isAwaited }: { isAwaited: boolean }): readonly ScheduledChange[] {
  return sales.flatMap(({ state, opensAt, closesAt }): ScheduledChange[] => {
    if (state === 'notOpen') return [{ at: opensAt, isAwaited }];
    return state === 'open' && closesAt !== null ? [{ at: closesAt, isAwaited: false }] : [];
  });
}
