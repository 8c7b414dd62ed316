import { useEffect, useMemo, useState } from 'react';
import { debounce } from './debounce.ts';

/** A value as it was when it last stood still for `waitMs` (300 ms unless told): what somebody typed, once they pause. */
export function useDebounced<T>(value: T, waitMs?: number): T {
  const [settled, setSettled] = useState(value);
  const settle = useMemo(() => debounce((next: T) => setSettled(() => next), waitMs), [waitMs]);

  useEffect(() => {
    settle(value);
    return settle.cancel;
  }, [settle, value]);

  return settled;
}
