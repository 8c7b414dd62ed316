import { createContext, useContext } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';

/**
 * The query of an address without question mark: its search string, and the part of its hash after a question mark, where
 * hosts and older links put it (`/#/vote?activityId=1004`). The search string has priority.
 */
export function addressQuery({ search, hash }: Pick<Location, 'search' | 'hash'> = location): string {
  return `${search.slice(1)}&${hash.replace(/^[^?]*\??/, '')}`.replaceAll(/^&|&$/g, '');
}

/** The query of the screen on show; undefined beside the screens. The address bar is ahead of it while a screen is drawn. */
export const ShownQuery = createContext<string | undefined>(undefined);

/** The query of the screen on show, beside the screens that of the address bar; a change of the hash alone counts too. */
export function useAddressQuery(): string {
  const shown = useContext(ShownQuery);
  const read = shown === undefined ? addressQuery : () => shown;
  return useLocationProperty(read, read);
}

/** A parameter of the address; null when it is not there. */
export function useQueryParameter(name: string): string | null {
  return new URLSearchParams(useAddressQuery()).get(name);
}
