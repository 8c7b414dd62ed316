import type { SocialProvider } from './social-provider.ts';

/** What a provider's page sends back in the address: a code after a consent, else the name of an error. */
export type ComingBack = {
  readonly provider: SocialProvider;
  readonly state: string;
  readonly answer: { readonly code: string } | { readonly error: string };
};

/** Reads it from a search string; null for an address that no provider made. The state names the provider. */
export function readComingBack(search: string): ComingBack | null {
  const parameters = new URLSearchParams(search);
  const state = parameters.get('state') ?? '';
  const provider = state.split('.', 1)[0];
  const [code, error] = [parameters.get('code'), parameters.get('error')];
  if (provider !== 'twitter' && provider !== 'discord') return null;
  if (code) return { provider, state, answer: { code } };
  return error ? { provider, state, answer: { error } } : null;
}
