import { createContext, useContext, useCallback } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { useLocation } from 'wouter';

/**
 * Returns the query of an address without question mark: its search string, and the part of its hash after a question
 * mark, where hosts and older links put it (`/#/vote?activityId=1004`). The search string has priority.
 */
export function addressQuery({ search, hash }: Pick<Location, 'search' | 'hash'> = location): string {
  return `${search.slice(1)}&${hash.replace(/^[^?]*\??/, '')}`.replaceAll(/^&|&$/g, '');
}

/** The query of the screen on show; undefined beside the screens. The address bar is ahead of it while a screen is drawn. */
export const ShownQuery = createContext<string | undefined>(undefined);

/**
 * Returns the query of the screen on show, beside the screens that of the address bar; a change of the hash alone
 * counts too.
 */
export function useAddressQuery(): string {
  const shown = useContext(ShownQuery);
  const read = shown === undefined ? addressQuery : () => shown;
  return useLocationProperty(read, read);
}

/** Returns a parameter of the address; null when it is not there. */
export function useQueryParameter(name: string): string | null {
  return new URLSearchParams(useAddressQuery()).get(name);
}

type AddressParameters = {
  /** null when the address does not have it, neither in its search string nor in its hash. */
  readonly read: (name: string) => string | null;
  /** The path with changed parameters; an empty value takes the parameter away. */
  readonly pathWith: (changes: ParameterChanges) => string;
  /** Changes the address in place. */
  readonly write: (changes: ParameterChanges) => void;
};

type ParameterChanges = Readonly<Record<string, string | null>>;

/**
 * Returns screen state in the address, such as a search text, so that reload, back and sharing restore it. A change
 * replaces the history entry, because one entry per letter would break going back.
 */
export function useAddressParameters(): AddressParameters {
  const query = useAddressQuery();
  const [path, navigate] = useLocation();
  const pathWith = useCallback((changes: ParameterChanges) => changePath(path, changes), [path]);
  const write = useCallback(
    (changes: ParameterChanges) => {
      // A sheet may finish closing after the fan has gone to another screen, which must stay.
      if (location.pathname === path) navigate(changePath(path, changes), { replace: true });
    },
    [path, navigate],
  );
  return { read: (name) => new URLSearchParams(query).get(name), pathWith, write };
}

function changePath(path: string, changes: ParameterChanges): string {
  const next = new URLSearchParams(addressQuery());
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  const text = next.toString();
  return text ? `${path}?${text}` : path;
}
