import { useSyncExternalStore } from 'react';
import { startApp } from './host.ts';
import { changeSettings, type HostSettings, settingsStore } from './host-settings.ts';

export function useSettings(): HostSettings {
  return useSyncExternalStore(settingsStore.subscribe, settingsStore.read);
}

/** Changes what the app learns at its very start, and starts it anew. */
export function changeAndStart(change: Partial<HostSettings>): void {
  changeSettings(change);
  startApp();
}
