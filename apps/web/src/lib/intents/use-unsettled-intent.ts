import { useSyncExternalStore } from 'react';
import { useAccountId } from '../session/session.ts';
import type { BodyOf, ValueRoute } from './deliver-intent.ts';
import { intents } from './intents.ts';

/** What the fan last asked of `route` about `scope` without ever getting an answer; null when everything is settled. */
export function useUnsettledIntent<R extends ValueRoute>(route: R, scope: string): BodyOf<R> | null {
  const accountId = useAccountId();
  // As text, so that React can tell whether it has changed.
  const text = useSyncExternalStore(intents.subscribe, () => {
    if (accountId === undefined) return null;
    const found = intents.unsettled(accountId).find((intent) => intent.route === route && intent.scope === scope);
    return found ? JSON.stringify(found.body) : null;
  });
  return text === null ? null : (JSON.parse(text) as BodyOf<R>);
}
