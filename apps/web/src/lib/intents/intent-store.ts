import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { type KeyValueStore, readJson, localStore } from '#/lib/key-value-store.ts';
import { randomUuid } from '#/lib/random-uuid.ts';

/**
 * A value-moving request with an unknown outcome. Its key is fixed at the fan's decision, so a retry returns the first
 * outcome.
 */
export type Intent<Body = unknown> = {
  /** The subject, e.g. `vote:1004:idol-7`: one unsettled intent at a time each. */
  readonly scope: string;
  readonly route: string;
  readonly accountId: string;
  readonly key: string;
  readonly body: Body;
  readonly madeAtMs: number;
};

type IntentStore = {
  /**
   * The intent to send: the unsettled one of this scope when there is one (its outcome must be known before another
   * decision counts), else a new one with a fresh key, kept before it is first sent.
   */
  begin: <Body>(decision: { scope: string; route: string; accountId: string; body: Body }) => Intent<Body>;
  /** Forgets an intent, because the server has given its final answer. */
  settle: (key: string) => void;
  /** The unsettled intents of one fan, oldest first. */
  unsettledOf: (accountId: string) => readonly Intent[];
  /**
   * The fan's intents that this page has not begun, and so does not itself wait for: an earlier page's, or another tab's.
   * Those that may not be sent again are `overdue`.
   */
  leftBehind: (accountId: string) => readonly (Intent & { readonly isOverdue: boolean })[];
  /** Leaves behind what this page has begun: its fan was signed out, and no screen of theirs waits any more. */
  leaveBehind: () => void;
  subscribe: (listener: () => void) => () => void;
};

const storageKey = 'lightstick.intents';

/**
 * An older intent is not sent again: a fan does not expect yesterday's vote to be cast on opening the page. Its outcome is
 * in the fan's records. Counted by the server's clock, because a device's may be set between press and repeat.
 */
export const intentLifetimeMs = 15 * 60_000;

/**
 * The distance by which two pages' estimates of the server's clock may differ. An intent from later than that is from
 * no known time.
 */
export const clockToleranceMs = 10_000;

/** Keeps intents in `store` so that they outlive a reload and are seen by the fan's other tabs. */
export function intentStore(store: KeyValueStore, nowMs: () => number, newKey: () => string): IntentStore {
  const listeners = new Set<() => void>();
  const begunHere = new Set<string>();

  const read = (): readonly Intent[] => {
    const kept = readJson(store, storageKey);
    return Array.isArray(kept) ? kept.filter(isIntent) : [];
  };
  const isOverdue = ({ madeAtMs }: Intent) => {
    const ageMs = nowMs() - madeAtMs;
    return ageMs >= intentLifetimeMs || ageMs < -clockToleranceMs;
  };
  const write = (intents: readonly Intent[]) => {
    if (intents.length === 0) store.remove(storageKey);
    else store.set(storageKey, JSON.stringify(intents));
    for (const listener of listeners) listener();
  };

  const ofFan = (accountId: string) => read().filter((intent) => intent.accountId === accountId);
  const unsettledOf = (accountId: string) => ofFan(accountId).filter((intent) => !isOverdue(intent));

  return {
    begin: <Body>(decision: { scope: string; route: string; accountId: string; body: Body }) => {
      const isSame = ({ scope, accountId }: Intent) => scope === decision.scope && accountId === decision.accountId;
      const known = unsettledOf(decision.accountId).find(isSame);
      const intent = known ?? { ...decision, key: newKey(), madeAtMs: nowMs() };
      begunHere.add(intent.key);
      // The fan's new decision takes the place of an overdue one.
      if (!known) write([...read().filter((other) => !isSame(other)), intent]);
      return intent as Intent<Body>;
    },
    settle: (key) => write(read().filter((intent) => intent.key !== key)),
    unsettledOf,
    leaveBehind: () => begunHere.clear(),
    leftBehind: (accountId) =>
      ofFan(accountId)
        .filter(({ key }) => !begunHere.has(key))
        .map((intent) => ({ ...intent, isOverdue: isOverdue(intent) })),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function isIntent(value: unknown): value is Intent {
  if (typeof value !== 'object' || value === null) return false;
  const { scope, route, accountId, key, madeAtMs } = value as Partial<Intent>;
  return [scope, route, accountId, key].every((part) => typeof part === 'string') && typeof madeAtMs === 'number';
}

/** This browser's unsettled intents. */
export const intents = intentStore(localStore, serverNowMs, randomUuid);
