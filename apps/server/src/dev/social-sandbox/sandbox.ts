import { randomUUID, timingSafeEqual } from 'node:crypto';
import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { sandboxAccountName } from '#/modules/tasks/index.ts';
import { fieldsOf } from '#/dev/sandbox-pages.ts';
import type { SocialProvider } from '#/config/providers.ts';
import { hashToken } from '#/lib/token.ts';
import { deleteGrant, findGrant, insertGrant } from './sandbox.store.ts';

/** A provider of the sandbox. */
export type Sandbox = {
  readonly db: Kysely<DB>;
  readonly oauth: OAuth2Server;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  readonly redirectUris: () => string[];
  readonly provider: SocialProvider;
  /** Its path. */
  readonly path: string;
};

/** Converts a request for the OAuth library. */
export function oauthRequest(request: FastifyRequest): OAuth2Server.Request {
  return new OAuth2Server.Request({
    headers: fieldsOf(
      Object.fromEntries(Object.entries(request.headers).filter(([, value]) => typeof value === 'string')),
    ),
    method: request.method,
    query: fieldsOf(request.query),
    body: fieldsOf(request.body),
  });
}

/** Converts an error of the OAuth library. */
export function oauthFailure(error: unknown): { readonly status: number; readonly name: string } {
  const known = z.object({ code: z.int().min(400).max(599), name: z.string() }).safeParse(error);
  if (!known.success || known.data.code >= 500) throw error;
  return { status: known.data.code, name: known.data.name };
}

/** Returns the account of an API request's access token; otherwise answers 401 and returns undefined. */
export async function accountBehind(
  { oauth }: Sandbox,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  try {
    const token = await oauth.authenticate(oauthRequest(request), new OAuth2Server.Response({}));
    return z.object({ id: z.string(), name: z.string() }).parse(token.user);
  } catch (error) {
    const { status } = oauthFailure(error);
    await reply.code(status).header('cache-control', 'no-store').send({ title: 'Unauthorized', status });
    return undefined;
  }
}

/** The organiser at the sandbox's X: one account with one old post. */
export const organiser = {
  id: '1004',
  name: sandboxAccountName,
  post: { id: '1860000000000001004', createdAt: '2026-01-01T00:00:00.000Z' },
} as const;

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

/** Creates an OAuth 2 server like the real providers': codes with PKCE, refresh tokens for single use. */
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
