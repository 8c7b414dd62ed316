import { useEffect, useMemo, useState } from 'react';

/** The wait where none is named, in milliseconds. */
const usualMs = 300;

type Debounced<Parameters extends unknown[]> = {
  (...parameters: Parameters): void;
  /** Forgets a call that is still waiting. */
  readonly cancel: () => void;
};

/** Returns a function that runs once its calls have paused for `waitMs`, with the parameters of the last of them. */
export function debounce<Parameters extends unknown[]>(
  run: (...parameters: Parameters) => void,
  waitMs = usualMs,
): Debounced<Parameters> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(timer);
  const debounced = (...parameters: Parameters) => {
    cancel();
    timer = setTimeout(() => run(...parameters), waitMs);
  };
  return Object.assign(debounced, { cancel });
}

/** Returns a value after `waitMs` without change (default 300 ms), such as typed text. */
export function useDebounced<T>(value: T, waitMs?: number): T {
  const [settled, setSettled] = useState(value);
  const settle = useMemo(() => debounce((next: T) => setSettled(() => next), waitMs), [waitMs]);

  useEffect(() => {
    settle(value);
    return settle.cancel;
  }, [settle, value]);

  return settled;
}
