import { externalStore, useStore } from './external-store.ts';

/**
 * The page's knowledge about its connection. `offline`: the device reports no network. `unreachable`: it does not, but the
 * latest call failed.
 */
export type Connection = 'online' | 'unreachable' | 'offline';

/**
 * The state of the connection: every call that ends writes it, and the device's own events once the app listens to
 * them.
 */
export const connection = externalStore<Connection>(deviceConnection('online'));

/** Returns `offline` when the device reports it, otherwise the last known state. */
export function deviceConnection(otherwise: Connection): Connection {
  return 'onLine' in navigator && !navigator.onLine ? 'offline' : otherwise;
}

export function useConnection(): Connection {
  return useStore(connection);
}
