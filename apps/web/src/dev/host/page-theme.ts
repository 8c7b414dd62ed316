import { useSyncExternalStore } from 'react';
import type { Theme } from '#/boot/boot-result.ts';
import { externalStore } from '#/lib/external-store.ts';
import { localStore } from '#/lib/key-value-store.ts';

/** Separate from the app's own choice, which the app in the phone changes on the host's command. */
const themeKey = 'lightstick.dev.theme';

const store = externalStore<Theme>(storedTheme());

function storedTheme(): Theme {
  const stored = localStore.get(themeKey);
  if (stored === 'light' || stored === 'dark') return stored;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Shows this page in its theme, now and whenever another one is chosen. */
export function showPageTheme(): void {
  const show = () => {
    document.documentElement.dataset['theme'] = store.read();
  };
  show();
  store.subscribe(show);
}

export function usePageTheme(): Theme {
  return useSyncExternalStore(store.subscribe, store.read);
}

export function choosePageTheme(theme: Theme): void {
  localStore.set(themeKey, theme);
  store.write(theme);
}
