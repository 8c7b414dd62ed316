import type { socialMode } from '@lightstick/contract';
import * as z from 'zod';
import type { Settings } from '#/config/settings.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { SocialProvider } from '#/config/providers.ts';

type SocialMode = (typeof socialMode)['options'][number];

/** A provider's endpoints and client for OAuth 2 and its API. */
export type ProviderPlace = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The address to which fans return. */
  readonly callbackUrl: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly revokeUrl: string;
  /** The base URL of its API. */
  readonly apiUrl: string;
  readonly scope: string;
};

type SocialSettings = Pick<Settings, 'xApp' | 'discordApp' | 'devPages'>;
type PlaceSettings = SocialSettings & Pick<Settings, 'publicUrl'>;

/** Scopes at X: identity, follows, posts and likes; and offline access, which tasks need. */
export const xScopes = ['tweet.read', 'users.read', 'follows.read', 'like.read', 'offline.access'] as const;
export const discordScopes = ['identify'] as const;

/** The organiser's account in the sandbox. */
export const sandboxAccountName = 'organiser';

/** Returns which providers are available, real or in the sandbox. */
export function socialModes({ xApp, discordApp, devPages }: SocialSettings): Record<SocialProvider, SocialMode> {
  const without = devPages ? 'sandbox' : 'off';
  return { twitter: xApp ? 'live' : without, discord: discordApp ? 'live' : without };
}

/** Returns the return address at an origin; that at the public one is to be registered at a real provider. */
export function callbackUrl(origin: string): string {
  return `${origin}/social-callback`;
}

/**
 * Returns the provider by the settings; undefined while it is off.
 *
 * @param origin - the origin that the fan came from; fans return from the sandbox to it, and from a real provider to the
 *   public one.
 */
export function placeOf(
  provider: SocialProvider,
  { settings, keys, origin }: { settings: PlaceSettings; keys: ServerKeys; origin: string },
): ProviderPlace | undefined {
  const mode = socialModes(settings)[provider];
  if (mode === 'off') return undefined;
  if (mode === 'sandbox') return sandboxPlace(provider, { settings, keys, origin });
  return provider === 'twitter' ? xPlace(settings) : discordPlace(settings);
}

function xPlace({ xApp, publicUrl }: PlaceSettings): ProviderPlace | undefined {
  return (
    xApp && {
      ...xApp,
      callbackUrl: callbackUrl(publicUrl),
      authorizeUrl: 'https://x.com/i/oauth2/authorize',
      tokenUrl: 'https://api.x.com/2/oauth2/token',
      revokeUrl: 'https://api.x.com/2/oauth2/revoke',
      apiUrl: 'https://api.x.com',
      scope: xScopes.join(' '),
    }
  );
}

function discordPlace({ discordApp, publicUrl }: PlaceSettings): ProviderPlace | undefined {
  return (
    discordApp && {
      ...discordApp,
      callbackUrl: callbackUrl(publicUrl),
      authorizeUrl: 'https://discord.com/oauth2/authorize',
      tokenUrl: 'https://discord.com/api/v10/oauth2/token',
      revokeUrl: 'https://discord.com/api/v10/oauth2/token/revoke',
      apiUrl: 'https://discord.com/api/v10',
      scope: discordScopes.join(' '),
    }
  );
}

/** Returns the sandbox at the server's public address, like a real provider. */
function sandboxPlace(
  provider: SocialProvider,
  { settings, keys, origin }: { settings: PlaceSettings; keys: ServerKeys; origin: string },
): ProviderPlace {
  const base = `${settings.publicUrl}${sandboxPath(provider)}`;
  return {
    ...sandboxClient(keys),
    callbackUrl: callbackUrl(origin),
    authorizeUrl: `${origin}${sandboxPath(provider)}/authorize`,
    tokenUrl: `${base}/token`,
    revokeUrl: `${base}/revoke`,
    apiUrl: base,
    scope: (provider === 'twitter' ? xScopes : discordScopes).join(' '),
  };
}

/** Returns the path of a provider's sandbox. */
export function sandboxPath(provider: SocialProvider): string {
  return provider === 'twitter' ? '/dev/social/x' : '/dev/social/discord';
}

/** Returns this product as a client of its sandbox. All replicas derive the same secret. */
export function sandboxClient(keys: ServerKeys): { readonly clientId: string; readonly clientSecret: string } {
  return {
    clientId: 'voting-site',
    clientSecret: keys.keyedHash('social-sandbox', 'client secret').toString('base64url'),
  };
}

const providerTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  expiresAt: z.iso.datetime(),
});

/** Tokens of a consent, stored encrypted while they are needed. */
export type ProviderTokens = z.output<typeof providerTokens>;

/** Encrypts tokens for one link; another link cannot decrypt them. */
export function sealTokens(keys: ServerKeys, tokens: ProviderTokens, linkId: string): Buffer {
  return keys.seal('social-tokens', JSON.stringify(tokens), linkId);
}

export function openTokens(keys: ServerKeys, sealed: Uint8Array, linkId: string): ProviderTokens {
  return providerTokens.parse(JSON.parse(keys.open('social-tokens', sealed, linkId).toString('utf8')));
}
