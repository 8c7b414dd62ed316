import { readFileSync } from 'node:fs';
import type { Language } from '@lightstick/contract';
import type { FastifyReply, FastifyInstance } from 'fastify';
import * as z from 'zod';
import { type Html, html } from '#/lib/html.ts';

/** Sends a page of the sandbox. Its form may lead back to the product, where a consent ends. */
export function sendPage(
  reply: FastifyReply,
  { title, body, language, leadsTo }: { title: string; body: Html; language: Language; leadsTo?: string | undefined },
): FastifyReply {
  const formAction = leadsTo === undefined ? "'self'" : `'self' ${new URL(leadsTo).origin}`;
  const sources = [`form-action ${formAction}`, "default-src 'none'", "style-src 'self'", "base-uri 'none'"];
  return reply
    .header('content-security-policy', `${sources.join('; ')}; frame-ancestors 'self'`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(page(title, body, language).text);
}

const labels = {
  en_US: {
    lang: 'en',
    label: 'Sandbox',
    about: 'Part of this development server. Nothing here reaches the real site.',
  },
  zh_TW: { lang: 'zh-Hant-TW', label: '沙盒', about: '這是開發伺服器的一部分，不會連到真正的網站。' },
} as const;

function page(title: string, body: Html, language: Language): Html {
  const { lang, label, about } = labels[language];
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="/dev/sandbox.css" />
      </head>
      <body>
        <aside class="label"><strong>${label}</strong> ${about}</aside>
        <main>${body}</main>
      </body>
    </html> `;
}

const texts = z.record(z.string(), z.string()).catch({});

/** Accepts plain forms in a scope; the OAuth token endpoint needs them. */
export function readPlainForms(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

/** Returns the fields of a form or a query; empty for any other body. */
export function fieldsOf(given: unknown): Readonly<Record<string, string>> {
  return texts.parse(given);
}

const style = readFileSync(new URL('./sandbox.css', import.meta.url), 'utf8');

/** Serves the sandbox's style sheet. Registered on development servers only. */
export function sandboxStyle(server: FastifyInstance): void {
  server.get('/dev/sandbox.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  );
}
