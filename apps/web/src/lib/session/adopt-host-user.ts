import type { HostUser } from '#/lib/host/payloads.ts';
import { keepSession } from './session.ts';

/** Adopts the host's user, null for none; it overrides this tab's session. */
export function adoptHostUser(user: HostUser | null): void {
  const { token, passportToken, ...userInfo }: Partial<HostUser> = user ?? {};
  keepSession({ token, passportToken, userInfo: user && userInfo });
}
