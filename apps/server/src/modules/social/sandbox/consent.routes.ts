import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '#/http/language.ts';
import { uuidV7 } from '#/uuid-v7.ts';
import { sendPage } from '#/sandbox/page.ts';
import { fieldsOf } from '#/sandbox/plain-forms.ts';
import { consentPage, lostPage } from './consent-page.ts';
import { oauthFailure, oauthRequest, type Sandbox } from './sandbox.ts';
import { listAccounts, openAccount } from './sandbox.store.ts';

const accountName = /^[A-Za-z0-9_]{1,15}$/;
const carried = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];

/** The page on which somebody consents as one of the sandbox's accounts, or does not. */
export function consentRoutes(scope: FastifyInstance, sandbox: Sandbox): void {
  const { db, oauth, client, provider, path, redirectUri } = sandbox;
  const { clock } = scope.services;

  scope.get(`${path}/authorize`, async (request, reply) => {
    const asked = fieldsOf(request.query);
    return isOurs(asked) ? showConsent(request, reply, asked) : showLost(request, reply);
  });

  scope.post(`${path}/authorize`, async (request, reply) => {
    const asked = fieldsOf(request.body);
    if (!isOurs(asked)) return showLost(request, reply);
    const name = asked['name']?.trim() || asked['account'] || '';
    const isDenied = asked['allowed'] === 'false';
    if (!isDenied && !accountName.test(name)) return showConsent(request, reply.code(422), asked, name);
    const user = isDenied ? {} : await openAccount(db, { id: uuidV7(clock.now()), provider, name });
    const response = new OAuth2Server.Response({});
    try {
      await oauth.authorize(oauthRequest(request), response, { authenticateHandler: { handle: () => user } });
    } catch (error) {
      oauthFailure(error);
    }
    // 303, so that the browser comes back with a GET.
    return reply.header('cache-control', 'no-store').redirect(response.headers?.['location'] ?? '/', 303);
  });

  /** Nobody is led to an address that is not registered, or without PKCE. */
  function isOurs(asked: Readonly<Record<string, string>>): boolean {
    return (
      asked['client_id'] === client.clientId &&
      asked['redirect_uri'] === redirectUri() &&
      asked['code_challenge_method'] === 'S256' &&
      /^[\w-]{43}$/.test(asked['code_challenge'] ?? '')
    );
  }

  async function showConsent(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: Readonly<Record<string, string>>,
    wrongName?: string,
  ): Promise<FastifyReply> {
    const language = languageOf(request.headers['accept-language']);
    const accounts = await listAccounts(db, provider);
    const fields = carried.flatMap((name) => (asked[name] === undefined ? [] : [{ name, value: asked[name] }]));
    const action = `${path}/authorize`;
    const { title, body } = consentPage({ provider, accounts, fields, action, language, wrongName });
    return sendPage(reply, { title, body, language, leadsTo: redirectUri() });
  }
}

function showLost(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  return sendPage(reply.code(400), { ...lostPage(language), language });
}
