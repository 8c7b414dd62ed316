import { useStore } from '../external-store.ts';
import { type Translate, translator } from './i18n.ts';

/** Returns a function such as `t('vote.cast', { count: 10 })` in the language on screen. */
export function useText(): Translate {
  return useStore(translator);
}

/** Returns a text for the few places outside components. */
export function text(...parameters: Parameters<Translate>): string {
  return translator.read()(...parameters);
}
