import { useSyncExternalStore } from 'react';

/** A value outside React that components subscribe to with `useSyncExternalStore`. */
export type ExternalStore<T> = {
  read: () => T;
  write: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
};

/** Creates a store; writing an equal value does not notify. */
export function externalStore<T>(initial: T): ExternalStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    write: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * Returns the value of a store; a component draws again when it changes. On the server it is the value of that moment.
 */
export function useStore<T>({ subscribe, read }: Pick<ExternalStore<T>, 'subscribe' | 'read'>): T {
  return useSyncExternalStore(subscribe, read, read);
}
