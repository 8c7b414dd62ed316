import type { socialMode } from '@lightstick/contract';
import * as z from 'zod';
import type { Settings } from '#/config/settings.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { SocialProvider } from '#/config/providers.ts';

type SocialMode = (typeof socialMode)['options'][number];

/** All that has to be known of a provider to speak OAuth 2 with it and to ask it something. */
export type ProviderPlace = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly revokeUrl: string;
  /** What the paths of its API begin with. */
  readonly apiUrl: string;
  readonly scope: string;
};

type SocialSettings = Pick<Settings, 'xApp' | 'discordApp' | 'devPages'>;

/** What X is asked for: who it is, its follows, posts and likes; and to be asked again later, which tasks need. */
export const xScopes = ['tweet.read', 'users.read', 'follows.read', 'like.read', 'offline.access'] as const;
export const discordScopes = ['identify'] as const;

/** The organiser's account in the sandbox. */
export const sandboxAccountName = 'lightstick';

/** Where accounts of each provider can be linked, and whether really. */
export function socialModes({ xApp, discordApp, devPages }: SocialSettings): Record<SocialProvider, SocialMode> {
  const without = devPages ? 'sandbox' : 'off';
  return { twitter: xApp ? 'live' : without, discord: discordApp ? 'live' : without };
}

/** Where a provider sends a fan back to; it has to be registered there. */
export function callbackUrl({ publicUrl }: Pick<Settings, 'publicUrl'>): string {
  return `${publicUrl}/social-callback`;
}

/** The provider as the settings have it, or nothing while it is off. */
export function placeOf(
  provider: SocialProvider,
  settings: SocialSettings & Pick<Settings, 'publicUrl'>,
  keys: ServerKeys,
): ProviderPlace | undefined {
  const mode = socialModes(settings)[provider];
  if (mode === 'off') return undefined;
  if (mode === 'sandbox') return sandboxPlace(provider, settings, keys);
  return provider === 'twitter' ? xPlace(settings) : discordPlace(settings);
}

function xPlace({ xApp }: SocialSettings): ProviderPlace | undefined {
  return (
    xApp && {
      ...xApp,
      authorizeUrl: 'https://x.com/i/oauth2/authorize',
      tokenUrl: 'https://api.x.com/2/oauth2/token',
      revokeUrl: 'https://api.x.com/2/oauth2/revoke',
      apiUrl: 'https://api.x.com',
      scope: xScopes.join(' '),
    }
  );
}

function discordPlace({ discordApp }: SocialSettings): ProviderPlace | undefined {
  return (
    discordApp && {
      ...discordApp,
      authorizeUrl: 'https://discord.com/oauth2/authorize',
      tokenUrl: 'https://discord.com/api/v10/oauth2/token',
      revokeUrl: 'https://discord.com/api/v10/oauth2/token/revoke',
      apiUrl: 'https://discord.com/api/v10',
      scope: discordScopes.join(' '),
    }
  );
}

/** The server speaks to its own sandbox by the address that browsers use, as it does to the real ones. */
function sandboxPlace(
  provider: SocialProvider,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  keys: ServerKeys,
): ProviderPlace {
  const base = `${publicUrl}${sandboxPath(provider)}`;
  return {
    ...sandboxClient(keys),
    authorizeUrl: `${base}/authorize`,
    tokenUrl: `${base}/token`,
    revokeUrl: `${base}/revoke`,
    apiUrl: base,
    scope: (provider === 'twitter' ? xScopes : discordScopes).join(' '),
  };
}

/** The path below which the sandbox plays a provider. */
export function sandboxPath(provider: SocialProvider): string {
  return provider === 'twitter' ? '/dev/social/x' : '/dev/social/discord';
}

/** This product as a client of its own sandbox. All replicas derive the same secret. */
export function sandboxClient(keys: ServerKeys): { readonly clientId: string; readonly clientSecret: string } {
  return {
    clientId: 'lightstick',
    clientSecret: keys.keyedHash('social-sandbox', 'client secret').toString('base64url'),
  };
}

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
