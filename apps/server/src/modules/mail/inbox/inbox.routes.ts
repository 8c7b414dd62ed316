import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { languageOf } from '#/http/language.ts';
import type { Services } from '#/services.ts';
import { inboxPage, mailPage, missingMailPage } from './inbox-page.ts';
import { keptMail, keptMailsTo } from './inbox.store.ts';

const style = readFileSync(new URL('inbox.css', import.meta.url), 'utf8');

const listPolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Mails style themselves inline and run nothing; links open in a tab of their own. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

const recipientOf = z.object({ to: z.string().trim().toLowerCase().min(1).max(254).optional().catch(undefined) });
const mailOf = z.object({ id: z.uuid() });

/** The development inbox. The caller registers it on servers for development only. */
export function inboxRoutes(server: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  server.get('/dev/inbox', async (request, reply) => {
    const { to } = recipientOf.parse(request.query);
    return html(reply, inboxPage(await keptMailsTo(db, to), to, languageFor(request)), listPolicy);
  });

  /** For tests and scripts: `{ mails: [{ id, to, subject, text, html, sentAt }] }`, newest first. */
  server.get('/dev/inbox.json', async (request, reply) => {
    const { to } = recipientOf.parse(request.query);
    return reply
      .headers(server.apiHeaders)
      .header('cache-control', 'no-store')
      .send({ mails: await keptMailsTo(db, to) });
  });

  server.get('/dev/inbox/mail', async (request, reply) => {
    const mail = await requested(request);
    if (!mail) return html(reply.code(404), missingMailPage(languageFor(request)), listPolicy);
    return html(reply, mailPage(mail, languageFor(request)), listPolicy);
  });

  server.get('/dev/inbox/body', async (request, reply) => {
    const mail = await requested(request);
    if (!mail) return html(reply.code(404), missingMailPage(languageFor(request)), mailPolicy);
    return html(reply, mail.html.replace('<head>', '<head>\n<base target="_blank">'), mailPolicy);
  });

  server.get('/dev/inbox.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  );

  async function requested(request: FastifyRequest) {
    const { data } = mailOf.safeParse(request.query);
    return data && keptMail(db, data.id);
  }
}

function languageFor(request: FastifyRequest) {
  return languageOf(request.headers['accept-language']);
}

function html(reply: FastifyReply, page: string, policy: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin')
    .type('text/html; charset=utf-8')
    .send(page);
}
