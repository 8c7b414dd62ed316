import { buildStamp } from '#/lib/build-stamp.ts';
import { environment } from '#/lib/environment.ts';
import { hostPresence } from '#/lib/host/host-presence.ts';
import { localStore } from '#/lib/key-value-store.ts';
import { randomUuid } from '#/lib/random-uuid.ts';
import { pageAccountId } from '#/lib/session/page-account.ts';

/**
 * Returns the headers that the specification asks of every call, without the fan's token, and the account that the page
 * means: the server refuses another's token or passport beside it.
 */
export function commonHeaders(deviceType: DeviceType = currentDeviceType()): Record<string, string> {
  const accountId = pageAccountId();
  return {
    'Content-Type': 'application/json',
    'Accept-Language': environment().languageType,
    'X-VersionCode': buildStamp().commitId,
    'X-Deviceid': deviceId(),
    'X-Custom-Device-Type': deviceType,
    ...(accountId !== undefined && { 'X-Account-Id': accountId }),
  };
}

type DeviceType = 'ANDROID' | 'IOS' | 'H5';

/** Returns ANDROID or IOS inside a host app, H5 in an ordinary browser and in the simulator. */
export function currentDeviceType(): DeviceType {
  const host = hostPresence();
  return host === 'android' ? 'ANDROID' : host === 'ios' ? 'IOS' : 'H5';
}

/** Returns a random id of this browser, for rate limits by device. It identifies no person and is not shared. */
export function deviceId(): string {
  const key = 'lightstick.deviceId';
  const known = localStore.get(key);
  if (known) return known;
  const fresh = randomUuid();
  localStore.set(key, fresh);
  return fresh;
}
