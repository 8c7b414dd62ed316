import { useLocationProperty } from 'wouter/use-browser-location';

/**
 * The query of an address without question mark: its search string, and the part of its hash after a question mark, where
 * hosts and older links put it (`/#/vote?activityId=1004`). The search string has priority.
 */
export function addressQuery({ search, hash }: Pick<Location, 'search' | 'hash'> = location): string {
  return `${search.slice(1)}&${hash.replace(/^[^?]*\??/, '')}`.replaceAll(/^&|&$/g, '');
}

/** The query of the address bar; a change of the hash alone counts too. */
export function useAddressQuery(): string {
  return useLocationProperty(addressQuery, addressQuery);
}

/** A parameter of the address bar; null when it is not there. */
export function useQueryParameter(name: string): string | null {
  return new URLSearchParams(useAddressQuery()).get(name);
}
