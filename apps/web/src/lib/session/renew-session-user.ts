import { tabStore } from '../key-value-store.ts';
import { currentSession, keepSession, type UserInfo } from './session.ts';

/** Lets this tab know, also after a reload, what has changed of its fan. The session itself stays as it is. */
export function renewSessionUser(userInfo: UserInfo): void {
  const session = currentSession();
  if (session?.userInfo.accountId !== userInfo.accountId) return;
  keepSession({ token: session.token, passportToken: tabStore.get('passportToken'), userInfo });
}
