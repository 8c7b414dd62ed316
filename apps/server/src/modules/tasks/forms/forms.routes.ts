import type { FastifyInstance } from 'fastify';
import { handle } from '#/http/handle.ts';
import type { SocialAccounts } from '#/modules/tasks/completion-check.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import { callbackSecret, type SignedHeaders } from './callback-signature.ts';
import { confirmByOperator, confirmByProvider, getFormLink, openForm } from './form-task.ts';
import { createFormParameters } from './form-link.rules.ts';

/** Registers the routes to open a form and to confirm that it was sent. */
export function formRoutes(
  server: FastifyInstance,
  { db, settings, social }: Pick<Services, 'db' | 'settings'> & { readonly social: SocialAccounts },
): void {
  const keys = createServerKeys(settings.serverSecret);
  const parameters = createFormParameters(keys);
  const secret = callbackSecret(settings, keys);

  handle(server, 'POST /task/api/v1/taskItem/getFormLink', async ({ fan, body, country, receivedAt }) => {
    const wish = { fanId: fan.id, ...body, country, social, at: receivedAt };
    const link = await getFormLink({ db, settings, parameters }, wish);
    return { ...link, expiresAt: link.expiresAt.toISOString(), openedAt: link.openedAt?.toISOString() ?? null };
  });

  handle(server, 'POST /task/api/v1/taskItem/openForm', async ({ fan, body, country, receivedAt }) => {
    const wish = { fanId: fan.id, ...body, country, social, at: receivedAt };
    const { taskId, openedAt } = await openForm({ db, settings }, wish);
    return { taskId, openedAt: openedAt.toISOString() };
  });

  handle(
    server,
    'POST /task/api/v1/forms/confirm',
    async ({ body, reply, receivedAt }) => {
      const { request } = reply;
      const headers = signedHeaders(request.headers);
      const raw = request.rawBody ?? '';
      const { parameter } = body;
      return {
        outcome: await confirmByProvider({ db, parameters, secret }, { parameter, headers, body: raw, at: receivedAt }),
      };
    },
    { keepsRawBody: true },
  );

  handle(server, 'POST /operator/api/v1/forms/confirm', ({ operator, body, receivedAt }) =>
    db.transaction().execute((tx) =>
      confirmByOperator(tx, {
        operator,
        ...body,
        at: receivedAt,
        timeZone: settings.platformTimeZone,
        devPages: settings.devPages,
      }),
    ),
  );
}

function signedHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): SignedHeaders {
  const one = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  return { id: one('webhook-id'), timestamp: one('webhook-timestamp'), signature: one('webhook-signature') };
}
