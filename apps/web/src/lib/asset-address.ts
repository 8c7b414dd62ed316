import { useState } from 'react';
import { useConfig } from './use-config.ts';

/**
 * Addresses that are complete as they are: on some host, a picture in the browser's own hands, or one that a fan
 * uploaded, which only this server has.
 */
const complete = /^(?:https?:)?\/\/|^(?:data|blob):|^\/avatars\//;

/**
 * Returns the address from which a picture is fetched.
 * - A path that names no host gets `baseUrl` in front; without one it stays on this server.
 * - On the host of `baseUrl`, pictures below a folder named `v23` keep their name when they change, so they get a
 *   parameter `t` of year, month, day and hour (UTC, the same for every fan): each is fetched again once an hour.
 * @param baseUrl - the setting `ASSET_BASE_URL`, without a slash at its end; null when there is none.
 */
export function assetAddress(path: string, baseUrl: string | null, now: Date): string {
  const address = complete.test(path) ? path : `${baseUrl ?? ''}/${path.replace(/^\/+/, '')}`;
  if (!baseUrl || !isRenewedHourly(address, baseUrl)) return address;
  const hour = now.toISOString().slice(0, 13).replaceAll(/\D/g, '');
  return `${address}${address.includes('?') ? '&' : '?'}t=${hour}`;
}

function isRenewedHourly(address: string, baseUrl: string): boolean {
  const base = new URL(baseUrl);
  try {
    const { host, pathname } = new URL(address, base);
    return host === base.host && pathname.includes('/v23/');
  } catch {
    // Such as `//`, which the browser will not fetch either.
    return false;
  }
}

/**
 * Returns the address of a picture; undefined until the settings are known, so that nothing is fetched from the wrong
 * place.
 */
export function useAssetAddress(path: string): string | undefined {
  const { data, isError } = useConfig();
  // The hour of its first showing stays with a picture: one that is on screen does not flicker when the hour turns.
  const [shownAt] = useState(() => new Date());
  if (!data && !isError) return undefined;
  return assetAddress(path, data?.assetBaseUrl ?? null, shownAt);
}
