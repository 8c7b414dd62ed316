import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyInstance } from 'fastify';
import { fieldsOf } from '#/dev/sandbox-pages.ts';
import { oauthFailure, oauthRequest, type Sandbox } from './sandbox.ts';
import { isSame } from './sandbox-oauth.ts';
import { revokeConsent } from './sandbox.store.ts';

/** The token endpoint: codes and refresh tokens for tokens, and revocation (RFC 6749 and RFC 7009). */
export function tokenRoutes(scope: FastifyInstance, { db, oauth, client, path }: Sandbox): void {
  scope.post(`${path}/token`, async (request, reply) => {
    const response = new OAuth2Server.Response({});
    try {
      await oauth.token(oauthRequest(request), response);
    } catch (error) {
      oauthFailure(error);
    }
    return reply
      .code(response.status ?? 200)
      .headers(response.headers ?? {})
      .header('cache-control', 'no-store')
      .send(response.body);
  });

  scope.post(`${path}/revoke`, async (request, reply) => {
    const right = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
    if (!isSame(request.headers.authorization ?? '', `Basic ${right}`)) {
      return reply.code(401).header('www-authenticate', 'Basic').send({ error: 'invalid_client' });
    }
    await revokeConsent(db, fieldsOf(request.body)['token'] ?? '');
    return reply.header('cache-control', 'no-store').send({ revoked: true });
  });
}
