import type { Translate } from '#/lib/i18n/i18n.ts';
import type { Device } from './use-devices.ts';

/** What a fan would call the device: `Chrome on Android`, or as much of it as is known. */
export function deviceWords({ browser, system }: Device, t: Translate): string {
  if (browser && system) return t('device.browserOnSystem', { browser, system });
  if (browser) return browser;
  return system ? t('device.appOnSystem', { system }) : t('device.unknown');
}
