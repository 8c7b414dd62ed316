import { randomUUID, timingSafeEqual } from 'node:crypto';
import OAuth2Server from '@node-oauth/oauth2-server';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { hashToken } from '#/lib/token.ts';
import type { SocialProvider } from '#/config/providers.ts';
import { deleteGrant, findGrant, insertGrant } from './sandbox.store.ts';

type Model = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel;

type SandboxParts = {
  readonly db: Kysely<DB>;
  readonly provider: SocialProvider;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  /** The only redirect addresses. */
  readonly redirectUris: () => string[];
  readonly scopes: readonly string[];
};

/** Two hours, as at X. */
const accessTokenSeconds = 7_200;

/** An OAuth 2 server like the real providers': codes with PKCE, refresh tokens for single use. */
export function createSandboxOauth(parts: SandboxParts): OAuth2Server {
  return new OAuth2Server({
    model: createModel(parts),
    accessTokenLifetime: accessTokenSeconds,
    requireClientAuthentication: { authorization_code: true, refresh_token: true },
  });
}

function createModel(parts: SandboxParts): Model {
  const { client, redirectUris, scopes } = parts;
  const known = (): OAuth2Server.Client => ({
    id: client.clientId,
    redirectUris: redirectUris(),
    grants: ['authorization_code', 'refresh_token'],
  });
  return {
    // The authorize page shows no secret; the token endpoint must.
    async getClient(id, secret: string | null) {
      const isKnown = id === client.clientId && (secret === null || isSame(secret, client.clientSecret));
      return isKnown ? known() : undefined;
    },
    async validateScope(_user, _client, asked) {
      return asked?.every((one) => scopes.includes(one)) ? asked : false;
    },
    async verifyScope(token, wanted) {
      return wanted.every((one) => token.scope?.includes(one));
    },
    ...codeModel(parts, known),
    ...tokenModel(parts, known),
  };
}

type KnownClient = () => OAuth2Server.Client;

function codeModel(
  { db, provider }: SandboxParts,
  known: KnownClient,
): Pick<Model, 'saveAuthorizationCode' | 'getAuthorizationCode' | 'revokeAuthorizationCode'> {
  return {
    async saveAuthorizationCode(code, toClient, user) {
      await insertGrant(db, {
        kind: 'code',
        secret: code.authorizationCode,
        accountId: String(user['id']),
        consentId: randomUUID(),
        scope: code.scope ?? [],
        redirectUri: code.redirectUri,
        codeChallenge: code.codeChallenge ?? null,
        expiresAt: code.expiresAt,
      });
      return { ...code, client: toClient, user };
    },
    async getAuthorizationCode(authorizationCode) {
      const grant = await findGrant(db, 'code', authorizationCode);
      if (!grant || grant.provider !== provider) return undefined;
      return {
        authorizationCode,
        expiresAt: grant.expiresAt,
        redirectUri: grant.redirectUri ?? '',
        scope: grant.scope,
        client: known(),
        user: { id: grant.accountId, consentId: grant.consentId },
        codeChallenge: grant.codeChallenge ?? '',
        codeChallengeMethod: 'S256',
      };
    },
    revokeAuthorizationCode: (code) => deleteGrant(db, 'code', code.authorizationCode),
  };
}

function tokenModel(
  { db, provider }: SandboxParts,
  known: KnownClient,
): Pick<Model, 'saveToken' | 'getAccessToken' | 'getRefreshToken' | 'revokeToken'> {
  async function readToken(kind: 'access' | 'refresh', secret: string) {
    const grant = await findGrant(db, kind, secret);
    if (!grant || grant.provider !== provider) return undefined;
    const user = { id: grant.accountId, name: grant.name, consentId: grant.consentId };
    return { expiresAt: grant.expiresAt, scope: grant.scope, client: known(), user };
  }

  return {
    async saveToken(token, toClient, user) {
      const { accessToken, accessTokenExpiresAt, refreshToken, refreshTokenExpiresAt } = token;
      const common = {
        accountId: String(user['id']),
        consentId: String(user['consentId']),
        scope: token.scope ?? [],
        redirectUri: null,
        codeChallenge: null,
      };
      if (!accessTokenExpiresAt) throw new Error('The sandbox gives no token that lasts for ever');
      await insertGrant(db, { ...common, kind: 'access', secret: accessToken, expiresAt: accessTokenExpiresAt });
      if (refreshToken && refreshTokenExpiresAt) {
        await insertGrant(db, { ...common, kind: 'refresh', secret: refreshToken, expiresAt: refreshTokenExpiresAt });
      }
      return { ...token, client: toClient, user };
    },
    async getAccessToken(accessToken) {
      const token = await readToken('access', accessToken);
      return token && { ...token, accessToken, accessTokenExpiresAt: token.expiresAt };
    },
    async getRefreshToken(refreshToken) {
      const token = await readToken('refresh', refreshToken);
      return token && { ...token, refreshToken, refreshTokenExpiresAt: token.expiresAt };
    },
    revokeToken: ({ refreshToken }) => deleteGrant(db, 'refresh', refreshToken),
  };
}

/** Compares a client's secret in constant time. */
export function isSame(given: string, right: string): boolean {
  return timingSafeEqual(hashToken(given), hashToken(right));
}
