import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';
import { ChunkLoadError } from './chunk-load-error.ts';

type Load<Props> = () => Promise<ComponentType<Props>>;

/** A part of the app in its own chunk, and the means to fetch the chunk before it is needed. */
export type LazyPart<Props = object> = {
  readonly Component: (props: Props) => ReactNode;
  /** Settles when the chunk is there, or could not be had. */
  readonly preload: () => Promise<void>;
};

const attempts = 3;
const pauseMs = 400;
const timeoutMs = 120_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Declares a screen, or a part of one, that loads when it is shown. A chunk that fails is asked for again twice, all in
 * all for two minutes; what happens then is decided by lib/chunk-failure.ts.
 */
export function lazyPart<Props extends object = object>(load: Load<Props>): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const Lazy = lazy(async () => ({ default: await loadPersistently(load) }));
  return {
    // A part that is there already is drawn at once; `lazy` would show what stands in for it for a moment.
    Component: function Part(props) {
      const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
      return createElement(Shown, props);
    },
    preload: () =>
      load().then(
        (component) => {
          loaded = component;
        },
        // Only a head start: when the part is shown it loads, and fails, properly.
        () => undefined,
      ),
  };
}

async function loadPersistently<Props>(load: Load<Props>): Promise<ComponentType<Props>> {
  try {
    return await Promise.race([loadAgain(load, attempts), timeOut()]);
  } catch (cause) {
    // A chunk as well, which the app has fetched by the time that others fail; without it there is only the card.
    const { giveUpOnChunk } = await import('./chunk-failure.ts').catch(() => {
      throw new ChunkLoadError({ type: 'error', address: '', cause });
    });
    return giveUpOnChunk(cause, String(load));
  }
}

async function loadAgain<Props>(load: Load<Props>, left: number): Promise<ComponentType<Props>> {
  try {
    return await load();
  } catch (error) {
    if (left === 1) throw error;
    await pause(pauseMs * (attempts + 1 - left));
    return loadAgain(load, left - 1);
  }
}

async function timeOut(): Promise<never> {
  await pause(timeoutMs);
  throw new DOMException('The chunk did not come in time.', 'TimeoutError');
}
