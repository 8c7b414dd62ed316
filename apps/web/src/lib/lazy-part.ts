import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';
import { ChunkLoadError } from './chunk-load-error.ts';
import { connection, deviceConnection } from './connection.ts';
import { allTexts } from './i18n/i18n.ts';
import { pause } from './timing/pause.ts';

type Load<Part> = () => Promise<Part>;

/** A part of the app in its own chunk, and the means to fetch the chunk before it is needed. */
export type LazyPart<Props = object> = {
  readonly Component: (props: Props) => ReactNode;
  /** Resolves when the chunk is there or could not be had, and after `headStartMs` whatever happens. */
  readonly preload: () => Promise<void>;
};

/** How long what is fetched ahead of need may be waited for. */
export const headStartMs = 10_000;

const timeoutMs = 120_000;

/**
 * Declares a screen, or a part of one, that loads when it is shown, for two minutes at most, and is shown when its texts
 * are there too. What becomes of a chunk that fails is decided by lib/chunk-failure.ts.
 */
export function lazyPart<Props extends object = object>(
  load: Load<ComponentType<Props>>,
  texts: Load<void> = allTexts,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const Lazy = lazy(async () => {
    const [part] = await Promise.all([loadChunk(load), texts()]);
    return { default: part };
  });
  return {
    // A part that is there already is drawn at once; `lazy` would show what stands in for it for a moment.
    Component: function Part(props) {
      const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
      return createElement(Shown, props);
    },
    preload: () =>
      headStart(async () => {
        const [part] = await Promise.all([load(), texts()]);
        loaded = part;
      }),
  };
}

/** A part that home loads by itself: it waits for no texts, because the build counts its own among home's. */
export function homePart<Props extends object = object>(load: Load<ComponentType<Props>>): LazyPart<Props> {
  return lazyPart(load, () => Promise.resolve());
}

/**
 * Fetches chunks before they are needed, unless the network is known to be away: most engines remember for as long as the
 * page lives that a chunk failed, and would not ask for it again when it is needed. Never rejects, because a part that is
 * shown loads, and fails, properly.
 */
export async function headStart(fetchAhead: () => Promise<unknown>): Promise<void> {
  if (deviceConnection(connection.read()) !== 'online') return;
  await Promise.race([fetchAhead().catch(() => undefined), pause(headStartMs)]);
}

/** Loads a chunk for two minutes at most, and does what can be done about one that fails. */
export async function loadChunk<Part>(load: Load<Part>): Promise<Part> {
  const tooLate = timeOut();
  const loadInTime = () => Promise.race([load(), tooLate]);
  try {
    return await loadInTime();
  } catch (cause) {
    // A chunk as well, which the app has fetched by the time that others fail; without it there is only the card.
    const { recoverChunk } = await import('./chunk-failure.ts').catch(() => {
      throw new ChunkLoadError({ type: 'error', address: '', cause });
    });
    return recoverChunk({ cause, load: loadInTime, loadSource: String(load) });
  }
}

async function timeOut(): Promise<never> {
  await pause(timeoutMs);
  throw new DOMException('The chunk did not come in time.', 'TimeoutError');
}
