import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '#/http/language.ts';
import { sendPage } from '#/sandbox/page.ts';
import { fieldsOf, readPlainForms } from '#/sandbox/plain-forms.ts';
import { createServerKeys } from '#/server-keys.ts';
import type { Services } from '#/services.ts';
import { uuidV7 } from '#/uuid-v7.ts';
import { callbackSecret } from '../callback-secret.ts';
import { signatureOf } from '../callback-signature.ts';
import { demoFormPath } from '../form.ts';
import { formPage, lostPage, refusedPage, sentPage } from './demo-form-page.ts';

/**
 * Plays a form provider at /dev/form: a small form that sends the very confirmation that a real provider would, signed and
 * over HTTP's whole way into the server. The caller registers it on servers for development only.
 */
export function demoFormRoutes(server: FastifyInstance, services: Pick<Services, 'settings' | 'clock'>): void {
  const { settings, clock } = services;
  const secret = callbackSecret(settings, createServerKeys(settings.serverSecret));

  void server.register(async (scope) => {
    readPlainForms(scope);

    scope.get(demoFormPath, async (request, reply) => showForm(request, reply, fieldsOf(request.query)['fan']));

    scope.post(demoFormPath, async (request, reply) => {
      const { fan: parameter, song } = fieldsOf(request.body);
      if (!parameter || !song) return showForm(request, reply.code(422), parameter, { isUnanswered: true });
      const language = languageFor(request);
      const { code, message } = await confirm(parameter, language);
      const page = code === 0 ? sentPage(language) : refusedPage(message, language);
      return sendPage(reply, { ...page, language });
    });
  });

  /** What docs/form-providers.md asks of providers. */
  async function confirm(parameter: string, language: string): Promise<{ code: number; message: string }> {
    const now = clock.now();
    const id = uuidV7(now);
    const timestamp = String(Math.floor(now.getTime() / 1000));
    const body = JSON.stringify({ parameter });
    const answer = await server.inject({
      method: 'POST',
      url: '/task/api/v1/forms/confirm',
      payload: body,
      headers: {
        'content-type': 'application/json',
        'accept-language': language,
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signatureOf(secret, { id, timestamp, body }),
      },
    });
    return answer.json<{ code: number; message: string }>();
  }
}

function showForm(
  request: FastifyRequest,
  reply: FastifyReply,
  parameter: string | undefined,
  { isUnanswered = false } = {},
): FastifyReply {
  const language = languageFor(request);
  if (!parameter) return sendPage(reply.code(400), { ...lostPage(language), language });
  const page = formPage({ action: demoFormPath, parameter, isUnanswered, language });
  return sendPage(reply, { ...page, language });
}

function languageFor(request: FastifyRequest) {
  return languageOf(request.headers['accept-language']);
}
