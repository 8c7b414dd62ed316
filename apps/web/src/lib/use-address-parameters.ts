import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { addressQuery, useAddressQuery } from './query-parameters.ts';

export type AddressParameters = {
  /** null when the address does not have it, neither in its search string nor in its hash. */
  readonly read: (name: string) => string | null;
  /** The path with changed parameters; an empty value takes the parameter away. */
  readonly pathWith: (changes: Changes) => string;
  /** Changes the address in place. */
  readonly write: (changes: Changes) => void;
};

type Changes = Readonly<Record<string, string | null>>;

/**
 * Screen state in the address, such as a search text, so that reload, back and sharing restore it. A change replaces the
 * history entry, because one entry per letter would break going back.
 */
export function useAddressParameters(): AddressParameters {
  const query = useAddressQuery();
  const [path, navigate] = useLocation();
  const pathWith = useCallback((changes: Changes) => changedPath(path, changes), [path]);
  const write = useCallback(
    (changes: Changes) => {
      // A sheet may finish closing after the fan has gone to another screen, which must stay.
      if (location.pathname === path) navigate(changedPath(path, changes), { replace: true });
    },
    [path, navigate],
  );
  return { read: (name) => new URLSearchParams(query).get(name), pathWith, write };
}

function changedPath(path: string, changes: Changes): string {
  const next = new URLSearchParams(addressQuery());
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  const text = next.toString();
  return text ? `${path}?${text}` : path;
}
