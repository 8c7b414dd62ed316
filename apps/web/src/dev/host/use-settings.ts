import { useSyncExternalStore } from 'react';
import { startApp } from './host.ts';
import { changeSettings, type HostSettings, settingsStore } from './host-settings.ts';

export function useSettings(): HostSettings {
  return useSyncExternalStore(settingsStore.subscribe, settingsStore.read);
}

/** Changes settings that the app reads at its start, and restarts it. */
export function changeAndStart(change: Partial<HostSettings>): void {
  changeSettings(change);
  startApp();
}
