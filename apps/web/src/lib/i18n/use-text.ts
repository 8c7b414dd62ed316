import { useSyncExternalStore } from 'react';
import { i18n, type Translate } from './i18n.ts';

let current: Translate = translator();
i18n.on('change', () => {
  current = translator();
});

/** A new function per language, so that dependent components and effects update. */
function translator(): Translate {
  return (id, values) => i18n._(id, values);
}

const subscribe = (listener: () => void) => i18n.on('change', listener);

/** `t('vote.cast', { count: 10 })` in the language on screen. */
export function useText(): Translate {
  return useSyncExternalStore(subscribe, () => current);
}

/** For the few places outside components. */
export function text(...parameters: Parameters<Translate>): string {
  return current(...parameters);
}
