import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { languageOf } from '#/http/language.ts';
import { sendPage } from '#/sandbox/page.ts';
import { fieldsOf } from '#/sandbox/plain-forms.ts';
import { organiser } from './organiser.ts';
import type { Sandbox } from './sandbox.ts';
import { findAccount, listDeeds, setDeed } from './sandbox.store.ts';
import { missingAccountPage, sitePage } from './site-page.ts';

const doing = z.object({
  as: z.string(),
  deed: z.enum(['follow', 'repost', 'like']),
  done: z.enum(['true', 'false']).transform((text) => text === 'true'),
});

/** The organiser's page on the sandbox's X, on which its accounts follow, repost and like. */
export function siteRoutes(scope: FastifyInstance, { db, provider, path }: Sandbox): void {
  const site = `${path}/${organiser.name}`;

  scope.get(site, async (request, reply) => {
    const language = languageFor(request);
    const account = await findAccount(db, provider, fieldsOf(request.query)['as'] ?? '');
    if (!account) return sendPage(reply.code(404), { ...missingAccountPage(language), language });
    const deeds = await listDeeds(db, account.id);
    return sendPage(reply, { ...sitePage({ as: account.name, deeds, action: site, language }), language });
  });

  scope.post(site, async (request, reply) => {
    const language = languageFor(request);
    const form = doing.safeParse(request.body).data;
    const account = form && (await findAccount(db, provider, form.as));
    if (!form || !account) return sendPage(reply.code(404), { ...missingAccountPage(language), language });
    const { as, deed, done } = form;
    await setDeed(db, { accountId: account.id, deed, done });
    return reply.redirect(`${site}?${new URLSearchParams({ as }).toString()}`, 303);
  });
}

function languageFor(request: FastifyRequest) {
  return languageOf(request.headers['accept-language']);
}
