import { readFileSync } from 'node:fs';
import type { Language } from '@lightstick/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { languageOf } from '#/http/request-headers.ts';
import { escapeHtml } from '#/lib/html.ts';
import { logoId, type Mailer, type Message } from '#/modules/mail/index.ts';
import type { Services } from '#/services.ts';

/** A stored mail. */
type KeptMail = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly sentAt: Date;
};

const columns = [
  'id',
  'recipient as to',
  'subject',
  'text_body as text',
  'html_body as html',
  'sent_at as sentAt',
] as const;

const shownMails = 100;

/** Stores a message once, however often it is delivered. */
async function keepMail(db: Kysely<DB>, message: Message, sentAt: Date): Promise<void> {
  const { id, to, subject, text, html } = message;
  await db
    .insertInto('development_mail')
    .values({ id, recipient: to, subject, text_body: text, html_body: html, sent_at: sentAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Returns the newest mails first, of one recipient when given. */
async function listKeptMails(db: Kysely<DB>, recipient: string | undefined): Promise<KeptMail[]> {
  let query = db.selectFrom('development_mail').select(columns).orderBy('sent_at', 'desc').limit(shownMails);
  if (recipient !== undefined) query = query.where('recipient', '=', recipient);
  return query.execute();
}

async function findKeptMail(db: Kysely<DB>, id: string): Promise<KeptMail | undefined> {
  return db.selectFrom('development_mail').select(columns).where('id', '=', id).executeTakeFirst();
}

const words = {
  en_US: {
    lang: 'en',
    title: 'Development inbox',
    about: 'This server has no SMTP server, so its emails arrive here instead.',
    empty: 'No emails yet. Get a code, then reload this page.',
    of: (recipient: string) => `Emails to ${recipient}`,
    all: 'All emails',
    to: 'To',
    plain: 'Plain text',
    missing: 'This email isn’t here, or was deleted.',
  },
  zh_TW: {
    lang: 'zh-Hant-TW',
    title: '開發用收件匣',
    about: '這台伺服器沒有設定 SMTP，原本要寄出的信會出現在這裡。',
    empty: '還沒有信件。請先取得驗證碼，再重新整理此頁。',
    of: (recipient: string) => `寄給 ${recipient} 的信`,
    all: '所有信件',
    to: '收件人',
    plain: '純文字',
    missing: '找不到這封信，或信件已被清除。',
  },
} as const;

/** Renders the list of mails, of one recipient when given. */
function inboxPage(mails: readonly KeptMail[], recipient: string | undefined, language: Language): string {
  const say = words[language];
  const rows = mails.map(
    (mail) => `<li><a class="mail" href="/dev/inbox/mail?id=${mail.id}">
<span class="to">${escapeHtml(mail.to)}</span>${timeOf(mail.sentAt, language)}
<strong>${escapeHtml(mail.subject)}</strong></a></li>`,
  );
  const list = rows.length > 0 ? `<ul>${rows.join('\n')}</ul>` : `<p class="empty">${say.empty}</p>`;
  const filter = recipient === undefined ? '' : `<p>${escapeHtml(say.of(recipient))} · ${linkToAll(language)}</p>`;
  return frame(say.title, `<h1>${say.title}</h1><p class="mute">${say.about}</p>${filter}${list}`, language);
}

/** Renders a mail. Its HTML is in a frame that runs no scripts. */
function mailPage(mail: KeptMail, language: Language): string {
  const say = words[language];
  const others = `/dev/inbox?to=${encodeURIComponent(mail.to)}`;
  return frame(
    mail.subject,
    `<nav>${linkToAll(language)}</nav><h1>${escapeHtml(mail.subject)}</h1>
<p class="mute">${say.to} <a href="${escapeHtml(others)}">${escapeHtml(mail.to)}</a>
 · ${timeOf(mail.sentAt, language)}</p>
<iframe src="/dev/inbox/body?id=${mail.id}" title="${escapeHtml(mail.subject)}"
  sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>${say.plain}</h2><pre>${escapeHtml(mail.text)}</pre>`,
    language,
  );
}

function missingMailPage(language: Language): string {
  const say = words[language];
  return frame(say.title, `<nav>${linkToAll(language)}</nav><h1>${say.missing}</h1>`, language);
}

function linkToAll(language: Language): string {
  return `<a href="/dev/inbox">← ${words[language].all}</a>`;
}

function timeOf(instant: Date, language: Language): string {
  const shown = instant.toLocaleString(words[language].lang, { dateStyle: 'medium', timeStyle: 'medium' });
  return `<time datetime="${instant.toISOString()}">${shown}</time>`;
}

function frame(title: string, body: string, language: Language): string {
  return `<!doctype html>
<html lang="${words[language].lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/dev/inbox.css">
</head>
<body><main>
${body}
</main></body>
</html>
`;
}

const style = readFileSync(new URL('./inbox.css', import.meta.url), 'utf8');

const listPolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Mails have inline styles and no scripts; links open in a new tab. */
const mailPolicy =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox';

const recipientOf = z.object({ to: z.string().trim().toLowerCase().min(1).max(254).optional().catch(undefined) });
const mailOf = z.object({ id: z.uuid() });

/** Registers the development inbox, on development servers only. */
export function inboxRoutes(server: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  server.get('/dev/inbox', async (request, reply) => {
    const { to } = recipientOf.parse(request.query);
    return sendHtml(reply, inboxPage(await listKeptMails(db, to), to, languageFor(request)), listPolicy);
  });

  /** Serves tests and scripts: `{ mails: [{ id, to, subject, text, html, sentAt }] }`, newest first. */
  server.get('/dev/inbox.json', async (request, reply) => {
    const { to } = recipientOf.parse(request.query);
    return reply
      .headers(server.apiHeaders)
      .header('cache-control', 'no-store')
      .send({ mails: await listKeptMails(db, to) });
  });

  server.get('/dev/inbox/mail', async (request, reply) => {
    const mail = await findRequested(request);
    if (!mail) return sendHtml(reply.code(404), missingMailPage(languageFor(request)), listPolicy);
    return sendHtml(reply, mailPage(mail, languageFor(request)), listPolicy);
  });

  server.get('/dev/inbox/body', async (request, reply) => {
    const mail = await findRequested(request);
    if (!mail) return sendHtml(reply.code(404), missingMailPage(languageFor(request)), mailPolicy);
    return sendHtml(reply, mail.html.replace('<head>', '<head>\n<base target="_blank">'), mailPolicy);
  });

  server.get('/dev/inbox.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  );

  async function findRequested(request: FastifyRequest) {
    const { data } = mailOf.safeParse(request.query);
    return data && findKeptMail(db, data.id);
  }
}

function languageFor(request: FastifyRequest) {
  return languageOf(request.headers['accept-language']);
}

function sendHtml(reply: FastifyReply, page: string, policy: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin')
    .type('text/html; charset=utf-8')
    .send(page);
}

/** Stores mails for /dev/inbox, for servers without SMTP. */
export function createDevelopmentMailer({ db, clock }: Pick<Services, 'db' | 'clock'>): Mailer {
  return {
    deliver({ html, logo, ...message }) {
      // The inbox shows a page instead of a mail with its parts.
      const shown = logo ? html.replaceAll(`cid:${logoId}`, logo.address) : html;
      return keepMail(db, { ...message, html: shown }, clock.now());
    },
  };
}
