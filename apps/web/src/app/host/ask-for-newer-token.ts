import type { HostBridge } from '#/lib/host/bridge.ts';
import { adoptHostUser } from '#/lib/session/adopt-host-user.ts';
import { currentSession, type Resumption } from '#/lib/session/session.ts';
import { answered } from './answered.ts';

/**
 * Asks the host for its fan once more, because the server no longer takes the token that it gave before. Only what the
 * host says can end the session: while it says nothing, the fan is still signed in to it, and the next call asks again.
 */
export async function askForNewerToken(bridge: HostBridge): Promise<Resumption> {
  // The token came by the cookie, and a host that cannot be asked for its fan will never give another one.
  if (!bridge.has('getUserInfo')) return 'refused';
  const before = currentSession();
  const user = await answered(bridge.getUserInfo());
  if (user === undefined) return 'unreachable';
  if (user === null || user.token === before?.token) return 'refused';
  adoptHostUser(user);
  if (user.accountId === before?.userInfo.accountId) return 'resumed';
  // Somebody else is signed in now. What the first fan was about to do must not be done in the second one's name.
  location.reload();
  return new Promise<never>(() => undefined);
}
