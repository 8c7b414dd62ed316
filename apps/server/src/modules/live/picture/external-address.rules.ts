import type { Settings } from '#/config/settings.ts';

/** Whether a room may take its picture from an address: https on a host that LIVE_EXTERNAL_HOSTS names. */
export function isAllowedAddress({ liveExternalHosts }: Pick<Settings, 'liveExternalHosts'>, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return protocol === 'https:' && username === '' && password === '' && liveExternalHosts.includes(host);
}
