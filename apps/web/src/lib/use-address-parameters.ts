import { useLocation } from 'wouter';
import { addressQuery, useAddressQuery } from './query-parameters.ts';

export type AddressParameters = {
  /** null when the address does not have it, neither in its search string nor in its hash. */
  readonly read: (name: string) => string | null;
  /** Changes the address in place; an empty value takes the parameter away. */
  readonly write: (changes: Readonly<Record<string, string | null>>) => void;
};

/**
 * Screen state in the address, such as a search text, so that reload, back and sharing restore it. A change replaces the
 * history entry, because one entry per letter would break going back.
 */
export function useAddressParameters(): AddressParameters {
  const query = useAddressQuery();
  const [path, navigate] = useLocation();
  return {
    read: (name) => new URLSearchParams(query).get(name),
    write(changes) {
      const next = new URLSearchParams(addressQuery());
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      const text = next.toString();
      navigate(text ? `${path}?${text}` : path, { replace: true });
    },
  };
}
