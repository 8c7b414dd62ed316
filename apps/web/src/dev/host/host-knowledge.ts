import type { HostMethod } from '#/lib/host/envelope.ts';
import { type HostFan, withDeadToken } from './host-fan.ts';
import type { HostSettings } from './host-settings.ts';

export type HostKnowledge = ReturnType<typeof createHostKnowledge>;

/** What the host provides: answers, and cookies before the page asks. */
export function createHostKnowledge(settings: () => HostSettings, fan: () => HostFan | null) {
  let timesToldUser = 0;

  function userInfo(): HostFan | null {
    const { user } = settings();
    const signedIn = user === 'nobody' ? null : fan();
    timesToldUser += 1;
    const isDead = user === 'expired' || (user === 'stale' && timesToldUser === 1);
    return signedIn && isDead ? withDeadToken(signedIn) : signedIn;
  }

  function environment() {
    const { languageType, theme, statusBarHeight, capabilities } = settings();
    return { languageType, theme, statusBarHeight, ...(capabilities && { capabilities }) };
  }

  return {
    /** The successful answer to a request. */
    resultOf(method: HostMethod): unknown {
      if (method === 'getUserInfo') return userInfo();
      return method === 'getEnvInfo' ? environment() : {};
    },
    cookies(): Readonly<Record<string, unknown>> {
      const { cookies } = settings();
      return {
        ...(cookies !== 'none' && { getEnvInfo: environment() }),
        ...(cookies === 'both' && { getUserInfo: userInfo() }),
      };
    },
    /** As after a restart of the host app. */
    forget(): void {
      timesToldUser = 0;
    },
  };
}
