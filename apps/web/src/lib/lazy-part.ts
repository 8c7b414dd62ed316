import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { tabStore } from './key-value-store.ts';

type Load<Props> = () => Promise<ComponentType<Props>>;

/** A part of the app in its own chunk, and the means to fetch the chunk before it is needed. */
export type LazyPart<Props = object> = {
  readonly Component: LazyExoticComponent<ComponentType<Props>>;
  readonly preload: () => void;
};

const attempts = 3;
const pauseMs = 400;
const reloadedKey = 'lightstick.reloadedFor';

/** A chunk cannot be had, and the build on the server is the one that runs here: the network's fault. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/**
 * Declares a screen, or a part of one, that loads when it is shown. A chunk that fails is asked for again twice; then,
 * when the server has a newer build (so the old chunk may be gone for good), the page is reloaded, once per build.
 */
export function lazyPart<Props = object>(load: Load<Props>): LazyPart<Props> {
  return {
    Component: lazy(async () => ({ default: await loadPersistently(load) })),
    preload: () => {
      // Only a head start: when the part is shown it loads, and fails, properly.
      load().catch(() => undefined);
    },
  };
}

async function loadPersistently<Props>(load: Load<Props>): Promise<ComponentType<Props>> {
  let cause: unknown;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return await load();
    } catch (error) {
      cause = error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt));
    }
  }
  if (await reloadForNewerBuild()) return await new Promise<never>(() => undefined);
  throw new ChunkLoadError('A part of the app could not be loaded.', { cause });
}

/** True when the page is being replaced by a newer build. */
async function reloadForNewerBuild(): Promise<boolean> {
  try {
    const response = await fetch('/version.json', { cache: 'no-store' });
    const { builtAt } = (await response.json()) as { builtAt: string };
    if (builtAt === __LIGHTSTICK_BUILD__.builtAt || tabStore.get(reloadedKey) === builtAt) return false;
    tabStore.set(reloadedKey, builtAt);
    location.reload();
    return true;
  } catch {
    // Offline, or no build information: the fan gets the card with Retry.
    return false;
  }
}
