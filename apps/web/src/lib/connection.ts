import { useSyncExternalStore } from 'react';
import { externalStore } from './external-store.ts';

/**
 * What the page knows about its way to the server. `offline`: the device itself says that it has no network.
 * `unreachable`: it says nothing of that kind, but the latest call came to nothing.
 */
export type Connection = 'online' | 'unreachable' | 'offline';

/** Written by every call that ends, and by the device's own events once the app listens to them. */
export const connection = externalStore<Connection>(deviceConnection('online'));

/** `offline` when the device reports it, otherwise the last known state. */
export function deviceConnection(otherwise: Connection): Connection {
  return 'onLine' in navigator && !navigator.onLine ? 'offline' : otherwise;
}

export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.read);
}
