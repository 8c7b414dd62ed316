import { parseJson } from './parse-json.ts';

/** The part of `Storage` that we use, so that tests and private windows can bring their own. */
export type KeyValueStore = {
  get: (key: string) => string | null;
  set: (key: string, value: string) => void;
  remove: (key: string) => void;
};

export function memoryStore(): KeyValueStore {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  };
}

/**
 * Wraps a browser storage. Where the browser refuses it (a private window, a full quota, blocked cookies) the page goes
 * on with memory: the fan loses persistence, not the screen.
 */
function browserStore(open: () => Storage): KeyValueStore {
  const fallback = memoryStore();
  const tryStorage = <T>(act: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return act(open());
    } catch {
      return otherwise();
    }
  };
  return {
    get: (key) =>
      tryStorage(
        (storage) => storage.getItem(key),
        () => null,
      ) ?? fallback.get(key),
    set: (key, value) =>
      tryStorage(
        (storage) => storage.setItem(key, value),
        () => fallback.set(key, value),
      ),
    remove: (key) => {
      fallback.remove(key);
      tryStorage(
        (storage) => storage.removeItem(key),
        () => undefined,
      );
    },
  };
}

/** Survives the browser. */
export const localStore: KeyValueStore = browserStore(() => localStorage);

/** Survives a reload of this tab. */
export const tabStore: KeyValueStore = browserStore(() => sessionStorage);

/** Reads a JSON value, null when there is none or none that can be read. The caller checks the shape. */
export function readJson(store: KeyValueStore, key: string): unknown {
  const text = store.get(key);
  return text === null ? null : parseJson(text, `The stored value "${key}"`);
}
