import { localStore } from '../key-value-store.ts';
import { randomUuid } from '../random-uuid.ts';

export type DeviceType = 'ANDROID' | 'IOS' | 'H5';

/**
 * The host's device: ANDROID or IOS inside a host app, H5 in an ordinary browser. A host is an Android browser carrying
 * the cookie `getEnvInfo`, or an iOS SDK user agent.
 */
export function detectDeviceType(userAgent: string, cookie: string): DeviceType {
  if (/android/i.test(userAgent) && /(?:^|; )getEnvInfo=/.test(cookie)) return 'ANDROID';
  if (/\biOS[-_ ]?SDK\b/i.test(userAgent)) return 'IOS';
  return 'H5';
}

let deviceType: DeviceType | undefined;

/** Detected once: the user agent does not change while the page lives. */
export function currentDeviceType(): DeviceType {
  deviceType ??= detectDeviceType(navigator.userAgent, document.cookie);
  return deviceType;
}

/** A random id of this browser, for rate limits by device. It identifies no person and is not shared. */
export function deviceId(): string {
  const key = 'lightstick.deviceId';
  const known = localStore.get(key);
  if (known) return known;
  const fresh = randomUuid();
  localStore.set(key, fresh);
  return fresh;
}
