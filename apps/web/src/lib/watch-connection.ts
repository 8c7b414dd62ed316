import { apiBaseUrl } from './api/api-address.ts';
import { startDeadline } from './timing/waiting.ts';
import { connection, deviceConnection } from './connection.ts';

const pauseMs = 5000;
const timeoutMs = 10_000;

/**
 * Requests `/healthz` until the returned function is called: the first time after five seconds, then five seconds after each
 * answer, failure or timeout. Any answer shows that the server is reachable.
 */
export function watchConnection(): () => void {
  const stopped = new AbortController();
  let timer = setTimeout(() => void check(), pauseMs);

  async function check(): Promise<void> {
    const isReachable = await isServerReachable(stopped.signal);
    if (stopped.signal.aborted) return;
    // A failure writes nothing: a call may have succeeded since this request started.
    if (isReachable) connection.write(deviceConnection('online'));
    timer = setTimeout(() => void check(), pauseMs);
  }

  return () => {
    stopped.abort();
    clearTimeout(timer);
  };
}

async function isServerReachable(stopped: AbortSignal): Promise<boolean> {
  const deadline = startDeadline(timeoutMs, stopped);
  try {
    await fetch(`${apiBaseUrl}/healthz`, { cache: 'no-store', signal: deadline.signal });
    return true;
  } catch {
    return false;
  } finally {
    deadline.clear();
  }
}
