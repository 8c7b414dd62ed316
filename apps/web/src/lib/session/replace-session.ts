import type { Contract, DataOf } from '@lightstick/contract';
import { tabStore } from '../key-value-store.ts';
import { beginSession, keepSession } from './session.ts';

type SignedIn = DataOf<Contract['POST /wallet/api/v1/user/login']>;

/**
 * Takes the session with which the server has replaced all that there were. Where a host gave a passport the new one takes
 * its place; a browser has its own as a cookie, which no script reads.
 */
export function replaceSession({ token, passportToken, userInfo }: SignedIn): void {
  if (tabStore.get('passportToken')) keepSession({ token, passportToken, userInfo });
  else beginSession({ token, userInfo });
}
