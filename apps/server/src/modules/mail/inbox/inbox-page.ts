import type { Language } from '@lightstick/contract';
import { escaped } from '../escape-html.ts';
import type { KeptMail } from './inbox.store.ts';

const words = {
  en_US: {
    lang: 'en',
    title: 'Development inbox',
    about: 'This server has no SMTP server, so the mails it would send arrive here.',
    empty: 'No mail yet. Ask for a code and reload this page.',
    of: (recipient: string) => `Mails to ${recipient}`,
    all: 'All mails',
    to: 'To',
    plain: 'Plain text',
    missing: 'This mail is not here (any more).',
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

/** The list of mails, of one recipient when given. */
export function inboxPage(mails: readonly KeptMail[], recipient: string | undefined, language: Language): string {
  const say = words[language];
  const rows = mails.map(
    (mail) => `<li><a class="mail" href="/dev/inbox/mail?id=${mail.id}">
<span class="to">${escaped(mail.to)}</span>${timeOf(mail.sentAt, language)}
<strong>${escaped(mail.subject)}</strong></a></li>`,
  );
  const list = rows.length > 0 ? `<ul>${rows.join('\n')}</ul>` : `<p class="empty">${say.empty}</p>`;
  const filter = recipient === undefined ? '' : `<p>${escaped(say.of(recipient))} · ${linkToAll(language)}</p>`;
  return page(say.title, `<h1>${say.title}</h1><p class="mute">${say.about}</p>${filter}${list}`, language);
}

/** One mail. Its HTML stands in a frame of its own, in which nothing runs. */
export function mailPage(mail: KeptMail, language: Language): string {
  const say = words[language];
  const others = `/dev/inbox?to=${encodeURIComponent(mail.to)}`;
  return page(
    mail.subject,
    `<nav>${linkToAll(language)}</nav><h1>${escaped(mail.subject)}</h1>
<p class="mute">${say.to} <a href="${escaped(others)}">${escaped(mail.to)}</a> · ${timeOf(mail.sentAt, language)}</p>
<iframe src="/dev/inbox/body?id=${mail.id}" title="${escaped(mail.subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>${say.plain}</h2><pre>${escaped(mail.text)}</pre>`,
    language,
  );
}

export function missingMailPage(language: Language): string {
  const say = words[language];
  return page(say.title, `<nav>${linkToAll(language)}</nav><h1>${say.missing}</h1>`, language);
}

function linkToAll(language: Language): string {
  return `<a href="/dev/inbox">← ${words[language].all}</a>`;
}

function timeOf(instant: Date, language: Language): string {
  const shown = instant.toLocaleString(words[language].lang, { dateStyle: 'medium', timeStyle: 'medium' });
  return `<time datetime="${instant.toISOString()}">${shown}</time>`;
}

function page(title: string, body: string, language: Language): string {
  return `<!doctype html>
<html lang="${words[language].lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="/dev/inbox.css">
</head>
<body><main>
${body}
</main></body>
</html>
`;
}
