import { useSyncExternalStore } from 'react';
import type { ExternalStore } from './external-store.ts';

/** The value of a store; a component draws again when it changes. On the server it is the value of that moment. */
export function useStore<T>({ subscribe, read }: Pick<ExternalStore<T>, 'subscribe' | 'read'>): T {
  return useSyncExternalStore(subscribe, read, read);
}
