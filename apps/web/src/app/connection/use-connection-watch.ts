import { useEffect } from 'react';
import { apiBaseUrl } from '#/lib/api/api-base-url.ts';
import { connection, deviceConnection, useConnection } from '#/lib/connection.ts';

const everyMs = 5000;

/**
 * Follows the device's own word, also the one it gave before this was there, and asks the server now and then while
 * nothing but a failed call speaks against it.
 */
export function useConnectionWatch(): void {
  const state = useConnection();

  useEffect(() => {
    const follow = () => connection.write(deviceConnection('online'));
    // A call that failed is still believed where the device sees nothing wrong.
    connection.write(deviceConnection(connection.read() === 'unreachable' ? 'unreachable' : 'online'));
    for (const event of ['online', 'offline']) addEventListener(event, follow);
    return () => {
      for (const event of ['online', 'offline']) removeEventListener(event, follow);
    };
  }, []);

  useEffect(() => {
    if (state !== 'unreachable') return undefined;
    const timer = setInterval(() => void ask(), everyMs);
    return () => clearInterval(timer);
  }, [state]);
}

/** Any answer will do: it is the way to the server that is asked about. */
async function ask(): Promise<void> {
  try {
    await fetch(`${apiBaseUrl}/healthz`, { cache: 'no-store' });
    connection.write('online');
  } catch {
    connection.write(deviceConnection('unreachable'));
  }
}
