import { type KeyValueStore, localStore, readJson } from '#/lib/key-value-store.ts';
import { currentSession } from '#/lib/session/session.ts';

/** What the server had promised when a fan took part, as this browser saw it. */
export type KeptPromise = {
  readonly activityId: string;
  /** Of the odds that the fan was shown. */
  readonly documentHash: string;
  /** Of a box or a red-envelope draw. */
  readonly epoch: number | null;
  readonly commitment: string | null;
  readonly clientSeed: string | null;
  readonly nonces: readonly number[];
  /** Of a raffle. */
  readonly entryHash: string | null;
};

type Kept = KeptPromise & { readonly accountId: string };

const storageKey = 'lightstick.promises';
/** About 70 KB. */
const most = 200;

/** Keeps promises in `store`, the newest `most` of them, each for the fan who was given it. */
export function promiseStore(store: KeyValueStore, accountId: () => string | undefined) {
  const read = (): readonly Kept[] => {
    const kept = readJson(store, storageKey);
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  };
  return {
    keep: (promise: KeptPromise) => {
      const fan = accountId();
      if (fan === undefined) return;
      store.set(storageKey, JSON.stringify([{ ...promise, accountId: fan }, ...read()].slice(0, most)));
    },
    /** Of one campaign, the newest first. */
    of: (activityId: string): readonly KeptPromise[] => {
      const fan = accountId();
      return read().filter((kept) => kept.accountId === fan && kept.activityId === activityId);
    },
  };
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const { accountId, activityId, nonces } = value as Partial<Kept>;
  return typeof accountId === 'string' && typeof activityId === 'string' && Array.isArray(nonces);
}

/** This browser's promises. */
export const keptPromises = promiseStore(localStore, () => currentSession()?.userInfo.accountId);
