import * as z from 'zod';
import type { ServerKeys } from '#/server-keys.ts';

const providerTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  expiresAt: z.iso.datetime(),
});

/** What a provider gave after a consent. It is kept sealed, and only while something is asked of the provider. */
export type ProviderTokens = z.output<typeof providerTokens>;

/** Seals tokens for one link; they cannot be opened as those of another. */
export function sealTokens(keys: ServerKeys, tokens: ProviderTokens, linkId: string): Buffer {
  return keys.seal('social-tokens', JSON.stringify(tokens), linkId);
}

export function openTokens(keys: ServerKeys, sealed: Uint8Array, linkId: string): ProviderTokens {
  return providerTokens.parse(JSON.parse(keys.open('social-tokens', sealed, linkId).toString('utf8')));
}
