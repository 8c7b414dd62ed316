import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';
import { ChunkLoadError } from './chunk-load-error.ts';
import { connection, deviceConnection } from './connection.ts';
import { allTexts } from './i18n/i18n.ts';
import { pause } from './timing/waiting.ts';

type Load<Part> = () => Promise<Part>;

/** A part of the app in its own chunk, with a prefetch function. */
export type LazyPart<Props = object> = {
  readonly Component: (props: Props) => ReactNode;
  /** Resolves when the chunk has loaded or failed, after `prefetchTimeoutMs` at the latest. */
  readonly preload: () => Promise<void>;
};

/** The maximum wait for a prefetched chunk. */
export const prefetchTimeoutMs = 10_000;

/** Two minutes, in waits of half a minute: while a device sleeps, one of them may end, and not the whole time-out. */
const waits = 4;
const waitMs = 30_000;

/**
 * Declares a screen, or a part of one, that loads when it is first rendered, together with its texts. The timeout is
 * two minutes; lib/chunk-failure.ts handles failures.
 */
export function lazyPart<Props extends object = object>(
  load: Load<ComponentType<Props>>,
  texts: Load<void> = allTexts,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const Lazy = lazy(async () => {
    const [part] = await Promise.all([loadChunk(load), texts()]);
    loaded = part;
    return { default: part };
  });
  return {
    // A loaded part renders directly; `lazy` would flash its fallback.
    Component: function Part(props) {
      const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
      return createElement(Shown, props);
    },
    preload: () =>
      prefetch(async () => {
        const [part] = await Promise.all([load(), texts()]);
        loaded = part;
      }),
  };
}

/** Returns a part that home loads by itself. It waits for no texts, because the build includes its texts in home's. */
export function homePart<Props extends object = object>(load: Load<ComponentType<Props>>): LazyPart<Props> {
  return lazyPart(load, () => Promise.resolve());
}

/**
 * Prefetches chunks unless offline: most engines cache a failed chunk for the page's life. Never rejects, because a
 * rendered part reports its own failure.
 */
export async function prefetch(load: () => Promise<unknown>): Promise<void> {
  if (deviceConnection(connection.read()) !== 'online') return;
  await Promise.race([load().catch(() => undefined), pause(prefetchTimeoutMs)]);
}

/** Loads a chunk within two minutes, and recovers from a failure where possible. */
export async function loadChunk<Part>(load: Load<Part>): Promise<Part> {
  const tooLate = timeOut();
  const loadInTime = () => Promise.race([load(), tooLate]);
  try {
    return await loadInTime();
  } catch (cause) {
    // A prefetched chunk itself. If it is missing too, only the error card is left.
    const { recoverChunk } = await import('./chunk-failure.ts').catch(() => {
      throw new ChunkLoadError({ type: 'error', address: '', cause });
    });
    return recoverChunk({ cause, load: loadInTime, loadSource: String(load) });
  }
}

async function timeOut(): Promise<never> {
  for (let wait = 0; wait < waits; wait += 1) await pause(waitMs);
  throw new DOMException('The chunk did not come in time.', 'TimeoutError');
}
