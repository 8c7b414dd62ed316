import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  Configuration,
  fetchProtectedResource,
  refreshTokenGrant,
  ResponseBodyError,
  type TokenEndpointResponse,
  tokenRevocation,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import type * as z from 'zod';
import { providerNames, type SocialProvider } from '#/config/providers.ts';
import { createServerKeys, type ServerKeys } from '#/config/server-keys.ts';
import { Refusal } from '#/errors.ts';
import type { Log } from '#/log.ts';
import type { Services } from '#/services.ts';
import { placeOf, type ProviderPlace, type ProviderTokens } from './provider.ts';

/** The provider understood the code or token and refuses it. */
export class NotTakenError extends Error {}

/** Reads the provider's API by path and query. */
export type ReadApi = <Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  query?: Readonly<Record<string, string>>,
) => Promise<z.output<Schema>>;

type ClientParts = {
  readonly provider: SocialProvider;
  readonly place: ProviderPlace;
  readonly log: Log;
  readonly timeoutSeconds: number;
};

type ProviderClient = ReturnType<typeof createProviderClient>;

/**
 * Speaks OAuth 2 and HTTP with one provider. Each request has `timeoutSeconds`. A refused code or token throws NotTakenError;
 * any other failure throws Refusal SOCIAL_UNAVAILABLE and is logged.
 */
export function createProviderClient({ provider, place, log, timeoutSeconds }: ClientParts) {
  const configuration = new Configuration(
    {
      issuer: new URL(place.authorizeUrl).origin,
      authorization_endpoint: place.authorizeUrl,
      token_endpoint: place.tokenUrl,
      revocation_endpoint: place.revokeUrl,
    },
    place.clientId,
    undefined,
    plainBasic(place.clientSecret),
  );
  configuration.timeout = timeoutSeconds;
  // Only the sandbox of a development server has an http address.
  if (place.tokenUrl.startsWith('http:')) allowInsecureRequests(configuration);

  async function ask<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof NotTakenError) throw error;
      if (isNotTaken(error)) throw new NotTakenError('The provider did not take it', { cause: error });
      log.warn({ provider, reason: reasonOf(error) }, 'a social provider did not answer as it should');
      throw new Refusal('SOCIAL_UNAVAILABLE', { provider: providerNames[provider] });
    }
  }

  async function fetchOwn(accessToken: string, url: URL): Promise<Response> {
    try {
      const response = await fetchProtectedResource(configuration, accessToken, url, 'GET');
      if (response.status !== 401) return response;
    } catch (error) {
      if (!(error instanceof WWWAuthenticateChallengeError) || error.status !== 401) throw error;
    }
    throw new NotTakenError('The provider did not take the token');
  }

  return {
    /** Returns the provider's consent page for an attempt. */
    async consentUrl({ state, verifier }: { state: string; verifier: string }): Promise<string> {
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: place.callbackUrl,
        scope: place.scope,
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },

    /** Throws NotTakenError for an invalid code. */
    exchangeCode(walk: { code: string; state: string; verifier: string }, now: Date): Promise<ProviderTokens> {
      const cameBackTo = new URL(place.callbackUrl);
      cameBackTo.searchParams.set('code', walk.code);
      cameBackTo.searchParams.set('state', walk.state);
      const checks = { pkceCodeVerifier: walk.verifier, expectedState: walk.state };
      return ask(async () => tokensIn(await authorizationCodeGrant(configuration, cameBackTo, checks), now));
    },

    /** Throws NotTakenError when the provider does not renew, as after the fan withdrew the consent there. */
    refresh(refreshToken: string, now: Date): Promise<ProviderTokens> {
      return ask(async () => tokensIn(await refreshTokenGrant(configuration, refreshToken), now, refreshToken));
    },

    /** Revokes everything of a consent. An unknown token is no error. */
    revoke(token: string): Promise<void> {
      return ask(() => tokenRevocation(configuration, token));
    },

    /** Calls the API with an access token. Reads throw NotTakenError for an invalid token. */
    readApi(accessToken: string): ReadApi {
      return (schema, path, query = {}) =>
        ask(async () => {
          const url = new URL(`${place.apiUrl}${path}`);
          for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
          const response = await fetchOwn(accessToken, url);
          if (!response.ok) throw new Error(`The provider answered with status ${response.status}`);
          return schema.parse(await response.json());
        });
    },
  };
}

/**
 * Writes client id and secret into the header `Authorization`. The library also escapes `-` and `_`, which is
 * unnecessary and which some servers do not decode.
 */
function plainBasic(clientSecret: string): ClientAuth {
  return (_server, client, _body, headers) => {
    const credentials = Buffer.from(`${client.client_id}:${clientSecret}`).toString('base64');
    headers.set('authorization', `Basic ${credentials}`);
  };
}

function isNotTaken(error: unknown): boolean {
  // X answers an unknown code with invalid_request; invalid_client is an error of our settings.
  return error instanceof ResponseBodyError && ['invalid_grant', 'invalid_request'].includes(error.error);
}

/** Describes an error without its request, which contains secrets. */
function reasonOf(error: unknown): string {
  if (error instanceof ResponseBodyError) return `${error.status} ${error.error}`;
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}`;
}

const longLastingSeconds = 7_200;

function tokensIn(answer: TokenEndpointResponse, now: Date, refreshTokenBefore?: string): ProviderTokens {
  const lastsSeconds = answer.expires_in ?? longLastingSeconds;
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? refreshTokenBefore ?? null,
    expiresAt: new Date(now.getTime() + lastsSeconds * 1000).toISOString(),
  };
}

/** The services of this module's use cases. */
export type SocialServices = Pick<Services, 'db' | 'log' | 'clock' | 'settings'> & {
  readonly keys: ServerKeys;
  /**
   * Throws Refusal SOCIAL_UNAVAILABLE while the provider is off.
   *
   * @param origin - the origin to which the sandbox leads back; by default the public one
   */
  readonly clientOf: (provider: SocialProvider, origin?: string) => ProviderClient;
};

export function createSocialServices(given: Pick<Services, 'db' | 'log' | 'clock' | 'settings'>): SocialServices {
  const { db, log, clock, settings } = given;
  const keys = createServerKeys(settings.serverSecret);
  return {
    db,
    log,
    clock,
    settings,
    keys,
    clientOf(provider, origin = settings.publicUrl) {
      const place = placeOf(provider, { settings, keys, origin });
      if (!place) throw new Refusal('SOCIAL_UNAVAILABLE', { provider: providerNames[provider] });
      return createProviderClient({ provider, place, log, timeoutSeconds: settings.socialTimeoutSeconds });
    },
  };
}
