import type { BootWindow, Language, Theme } from '#/boot/boot-result.ts';
import { externalStore, useStore } from './external-store.ts';
import { localStore, readJson } from './key-value-store.ts';

export type { Language, Theme } from '#/boot/boot-result.ts';

type Environment = { readonly languageType: Language; readonly theme: Theme };

/** The same key is read by the pre-paint script. */
const storageKey = 'lightstick.environment';

const store = externalStore<Environment>(initialEnvironment());

function initialEnvironment(): Environment {
  const boot = (globalThis as BootWindow).lightstickBoot;
  return { languageType: boot?.languageType ?? 'en_US', theme: boot?.theme ?? 'light' };
}

/** Returns the language and theme on screen now. */
export function environment(): Environment {
  return store.read();
}

export function useEnvironment(): Environment {
  return useStore(store);
}

/** Reads what was chosen here, as opposed to what holds without a choice. */
function readChoices(): Partial<Environment> {
  const stored = readJson(localStore, storageKey);
  return typeof stored === 'object' && stored !== null ? stored : {};
}

function choose(change: Partial<Environment>): void {
  localStore.set(storageKey, JSON.stringify({ ...readChoices(), ...change }));
  store.write({ ...store.read(), ...change });
}

/** Tells whether a host or the fan has chosen a theme; light holds until then. */
export function isThemeChosen(): boolean {
  return readChoices().theme !== undefined;
}

/** Changes the theme and stores the choice. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  choose({ theme });
}

/** Remembers the language; the texts themselves are changed by `showLanguage`. */
export function chooseLanguage(languageType: Language): void {
  document.documentElement.lang = languageTag(languageType) === 'zh-TW' ? 'zh-Hant-TW' : 'en';
  choose({ languageType });
}

/** Returns the BCP 47 tag that `Intl` uses for one of our languages. */
export function languageTag(language: Language): 'en-US' | 'zh-TW' {
  return language === 'zh_TW' ? 'zh-TW' : 'en-US';
}
