import { useSyncExternalStore } from 'react';
import { useSession } from '../session/session.ts';
import type { Intent } from './intent-store.ts';
import { intents } from './intents.ts';

/** The unsettled intent of a scope, read as its body's text so that React can compare it; null when there is none. */
export function useUnsettledIntent<Body>(scope: string): Body | null {
  const accountId = useSession()?.userInfo.accountId;
  const text = useSyncExternalStore(intents.subscribe, () => {
    const all: readonly Intent[] = accountId === undefined ? [] : intents.unsettled(accountId);
    const found = all.find((intent) => intent.scope === scope);
    return found ? JSON.stringify(found.body) : null;
  });
  return text === null ? null : (JSON.parse(text) as Body);
}
