import { type KeyValueStore, readJson, localStore } from '#/lib/key-value-store.ts';
import { randomUuid } from '#/lib/random-uuid.ts';

/**
 * A value-moving request with an unknown outcome. Its key is fixed at the fan's decision, so a retry returns the first
 * outcome.
 */
export type Intent<Body = unknown> = {
  /** What it is about, e.g. `vote:1004:idol-7`: one unsettled intent at a time each. */
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
  unsettled: (accountId: string) => readonly Intent[];
  /** Those of them that this page has not begun, and so does not itself wait for: an earlier page's, or another tab's. */
  leftBehind: (accountId: string) => readonly Intent[];
  /** Leaves behind what this page has begun: its fan was signed out, and no screen of theirs waits any more. */
  leaveBehind: () => void;
  subscribe: (listener: () => void) => () => void;
};

const storageKey = 'lightstick.intents';

/**
 * An older intent is dropped unsent: a fan does not expect yesterday's vote to be cast on opening the page. Its outcome is
 * in the fan's records.
 */
export const intentLifetimeMs = 15 * 60_000;

/** Keeps intents in `store` so that they outlive a reload and are seen by the fan's other tabs. */
export function intentStore(store: KeyValueStore, nowMs: () => number, newKey: () => string): IntentStore {
  const listeners = new Set<() => void>();
  const begunHere = new Set<string>();

  const read = (): readonly Intent[] => {
    const kept = readJson(store, storageKey);
    const youngest = nowMs() - intentLifetimeMs;
    return Array.isArray(kept) ? kept.filter(isIntent).filter(({ madeAtMs }) => madeAtMs > youngest) : [];
  };
  const write = (intents: readonly Intent[]) => {
    if (intents.length === 0) store.remove(storageKey);
    else store.set(storageKey, JSON.stringify(intents));
    for (const listener of listeners) listener();
  };

  const unsettled = (accountId: string) => read().filter((intent) => intent.accountId === accountId);

  return {
    begin: <Body>(decision: { scope: string; route: string; accountId: string; body: Body }) => {
      const intents = read();
      const known = intents.find(
        ({ scope, accountId }) => scope === decision.scope && accountId === decision.accountId,
      );
      const intent = known ?? { ...decision, key: newKey(), madeAtMs: nowMs() };
      begunHere.add(intent.key);
      if (!known) write([...intents, intent]);
      return intent as Intent<Body>;
    },
    settle: (key) => write(read().filter((intent) => intent.key !== key)),
    unsettled,
    leaveBehind: () => begunHere.clear(),
    leftBehind: (accountId) => unsettled(accountId).filter(({ key }) => !begunHere.has(key)),
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
export const intents = intentStore(localStore, Date.now, randomUuid);
