import type { BootResult } from '#/boot/boot-result.ts';
import type { HostUser } from '#/lib/host/host-user.ts';
import { type HostEnvironment, parseEnvironment, parseUser } from '#/lib/host/payloads.ts';

/** What the host said in cookies, before the page could ask. */
export type CookieWord = {
  /** Undefined where there is no cookie, or none that can be read. */
  readonly environment: HostEnvironment | undefined;
  /** Null is an answer too: nobody is signed in. Undefined as above. */
  readonly user: HostUser | null | undefined;
};

/** Reads the host's cookies. One that is JSON but not of the right shape counts as not said, so that the host is asked. */
export function readHostCookies(cookies: Partial<BootResult['cookies']> = {}): CookieWord {
  return {
    environment: parseEnvironment(cookies.environment),
    user: cookies.user === undefined ? undefined : parseUser(cookies.user),
  };
}
