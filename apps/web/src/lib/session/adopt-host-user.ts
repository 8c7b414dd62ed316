import type { HostUser } from '#/lib/host/payloads.ts';
import { keepSession } from './session.ts';

/** Takes the host's word for who is signed in, null for nobody: it stands above whatever this tab knew. */
export function adoptHostUser(user: HostUser | null): void {
  const { token, passportToken, ...userInfo }: Partial<HostUser> = user ?? {};
  keepSession({ token, passportToken, userInfo: user && userInfo });
}
