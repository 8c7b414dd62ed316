import Bowser from 'bowser';
import type { Device } from '#/http/call.ts';

/** What a fan sees of a device: words of closed lists, or null when unknown. */
export type DeviceName = {
  readonly browser: string | null;
  readonly system: string | null;
  readonly deviceType: 'phone' | 'tablet' | 'computer' | null;
};

const deviceTypes: Readonly<Record<string, DeviceName['deviceType']>> = {
  mobile: 'phone',
  tablet: 'tablet',
  desktop: 'computer',
};
const browsers = new Set(Object.values(Bowser.BROWSER_MAP));
const systems = new Set(Object.values(Bowser.OS_MAP));

/** Short forms of long browser names. */
const shortNames: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
};

/**
 * Names the browser, the system and the kind of device. Only known names are kept, no version or model, so that the
 * name cannot fingerprint a person.
 */
export function deviceNameOf({ type, userAgent }: Device): DeviceName {
  const { browser, os, platform } = userAgent === undefined ? unknown : Bowser.parse(userAgent);
  const deviceType = deviceTypes[platform.type ?? ''] ?? null;
  // In an app the web view's user agent claims to be a browser.
  if (type === 'ANDROID') return { browser: null, system: 'Android', deviceType: deviceType ?? 'phone' };
  if (type === 'IOS') return { browser: null, system: 'iOS', deviceType: deviceType ?? 'phone' };
  return { browser: keepKnown(browser.name, browsers), system: keepKnown(os.name, systems), deviceType };
}

const unknown: Pick<Bowser.Parser.ParsedResult, 'browser' | 'os' | 'platform'> = { browser: {}, os: {}, platform: {} };

function keepKnown(name: string | undefined, names: ReadonlySet<string>): string | null {
  return name !== undefined && names.has(name) ? (shortNames[name] ?? name) : null;
}
