import { useRef } from 'react';

/** Refetch intervals by how long something has been awaited, in milliseconds: `[until, interval]`. */
const steps = [
  [10_000, 1000],
  [60_000, 3000],
  [300_000, 10_000],
] as const;
const longestMs = 60_000;

/** Whether something is awaited; `seldom` if it may take hours. */
export type AwaitingPace = boolean | 'seldom';

/**
 * Returns the refetch interval of data that are awaited, for `refetchInterval`: it grows in steps from a second to a
 * minute, and begins again with the next thing to wait for. False while nothing is awaited.
 */
export function useAwaitingInterval(): (awaited: AwaitingPace) => number | false {
  const sinceMs = useRef<number>(undefined);
  return (awaited) => {
    if (awaited !== true) {
      sinceMs.current = undefined;
      return awaited && longestMs;
    }
    sinceMs.current ??= Date.now();
    const waitedMs = Date.now() - sinceMs.current;
    return steps.find(([untilMs]) => waitedMs < untilMs)?.[1] ?? longestMs;
  };
}
