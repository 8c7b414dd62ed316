import type { Language } from '@lightstick/contract';
import { type Brand, pictureAddress, withName } from '#/config/brand.ts';
import { escapeHtml } from '#/lib/html.ts';
import type { MailContent, Message } from '#/modules/mail/mail.ts';
import {
  alreadyRegistered,
  emailTaken,
  noAccount,
  accountDeletionRequested,
  emailChanged,
  passwordChanged,
  walletLinked,
  walletUnlinked,
} from './account-mails.ts';
import { codeMail } from './code-mails.ts';
import { digest } from './digest-mail.ts';
import { type FilledTemplate, signOff, instant, type NoticeWords } from './template.ts';

type MailSite = {
  /** The site's URL without a trailing slash, for links. */
  readonly publicUrl: string;
  /** The IANA time zone of times in mails. */
  readonly timeZone: string;
  readonly brand: Brand;
};

/** The content id under which a mail carries the brand's logo: a picture that programs fetch would tell who reads. */
export const logoId = 'logo';

/** Renders a mail as plain text and as HTML. */
export function renderMessage(
  content: MailContent,
  language: Language,
  site: MailSite,
): Pick<Message, 'subject' | 'text' | 'html' | 'unsubscribeUrl'> {
  const { publicUrl, timeZone, brand } = site;
  const template = underName(fillTemplate(content, language, timeZone), brand.name[language]);
  return {
    subject: template.subject,
    text: textOf(template, language, site),
    html: htmlOf(template, language, site),
    unsubscribeUrl: template.unsubscribe && publicUrl + template.unsubscribe.path,
  };
}

/** Puts the platform's name into the words of a template; what a fan wrote stands among the facts. */
function underName(template: FilledTemplate, product: string): FilledTemplate {
  const named = (words: string) => withName(words, product);
  const { subject, preview, title, paragraphs, unexpected } = template;
  return {
    ...template,
    subject: named(subject),
    preview: named(preview),
    title: named(title),
    paragraphs: paragraphs.map(named),
    unexpected: named(unexpected),
  };
}

/**
 * Renders HTML with tables and inline styles, which mail programs support best. It loads nothing, so that opening a
 * mail cannot be tracked.
 */
function htmlOf(template: FilledTemplate, language: Language, { publicUrl, brand }: MailSite): string {
  const { subject, preview, title, paragraphs, code, facts, button, unexpected, unsubscribe } = template;
  const rows = [
    `<h1 class="ink" style="margin:0 0 12px;font-size:22px;line-height:30px;color:#1c1528">${escapeHtml(title)}</h1>`,
    ...paragraphs.map(
      (text) =>
        `<p class="ink" style="margin:0 0 20px;font-size:16px;line-height:26px;color:#1c1528">${escapeHtml(text)}</p>`,
    ),
    ...(code ? [codeBlock(code)] : []),
    ...(facts ? [factsBlock(facts)] : []),
    ...(button ? [buttonBlock(button.label, publicUrl + button.path, brand.colours.button)] : []),
    `<p class="mute" style="margin:0;font-size:14px;line-height:22px;color:#665c78">${escapeHtml(unexpected)}</p>`,
    ...(unsubscribe ? [linkLine(unsubscribe.label, publicUrl + unsubscribe.path)] : []),
  ];
  return `<!doctype html>
<html lang="${language === 'zh_TW' ? 'zh-Hant-TW' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkColours(brand.colours.dark)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f8f5fb;font-family:${fonts}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="page" \
style="background:#f8f5fb">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:448px">
<tr><td style="padding:0 4px 16px"><a href="${escapeHtml(publicUrl)}" class="brand" \
style="font-size:18px;font-weight:700;color:${brand.colours.light};text-decoration:none">\
${sign(brand, language)}</a></td></tr>
<tr><td class="card" style="padding:28px 24px;background:#ffffff;border:1px solid #e8e0f0;border-radius:20px">
${rows.join('\n')}
</td></tr>
<tr><td class="mute" style="padding:16px 4px \
0;font-size:12px;line-height:18px;color:#665c78">${footOf(brand, language).map(escapeHtml).join('<br>\n')}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const fonts = "-apple-system,'Segoe UI',Roboto,'PingFang TC','Noto Sans TC','Microsoft JhengHei',sans-serif";

/** Returns the logo that the mail carries, or the name. */
function sign(brand: Brand, language: Language): string {
  const name = escapeHtml(brand.name[language]);
  if (pictureAddress(brand, 'mail.png') === undefined) return name;
  return `<img src="cid:${logoId}" alt="${name}" height="28" style="height:28px;width:auto;border:0">`;
}

/** Returns the lines at the end: who sends, and that answers are not read. */
function footOf({ mail, supportEmail, isOwn }: Brand, language: Language): string[] {
  const own = isOwn ? [mail.footer?.[language], supportEmail] : [];
  return [signOff[language], ...own].filter((line) => line !== undefined);
}

/** Inline styles override a style sheet, hence the `!important`. */
const darkColours = (accent: string) => `
@media (prefers-color-scheme: dark) {
  .page { background: #110d19 !important; }
  .card { background: #1b1527 !important; border-color: #32283f !important; }
  .ink { color: #f5f0fb !important; }
  .mute { color: #b4a8c7 !important; }
  .brand { color: ${accent} !important; }
  .code { background: #271f38 !important; color: #f5f0fb !important; }
}`;

/** Spaces the digits by letter spacing, so that a copy contains no spaces. */
function codeBlock(code: string): string {
  return (
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>' +
    '<td class="code" align="center" style="padding:18px 0 18px 8px;background:#f1ebf7;border-radius:12px;' +
    'font-family:ui-monospace,Consolas,monospace;font-size:34px;line-height:40px;font-weight:700;' +
    `letter-spacing:8px;color:#1c1528">${escapeHtml(code)}</td>` +
    '</tr><tr><td style="height:20px;font-size:0;line-height:20px">&nbsp;</td></tr></table>'
  );
}

function factsBlock(facts: NonNullable<FilledTemplate['facts']>): string {
  const rows = facts.map(
    ({ name, value }) =>
      `<p class="mute" style="margin:0;font-size:12px;line-height:18px;color:#665c78">${escapeHtml(name)}</p>` +
      '<p class="ink" style="margin:0 0 8px;font-size:16px;line-height:24px;font-weight:600;color:#1c1528">' +
      `${escapeHtml(value)}</p>`,
  );
  return (
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>' +
    `<td class="code" style="padding:14px 18px 6px;background:#f1ebf7;border-radius:12px">${rows.join('')}</td>` +
    '</tr><tr><td style="height:20px;font-size:0;line-height:20px">&nbsp;</td></tr></table>'
  );
}

function buttonBlock(label: string, address: string, colour: string): string {
  return (
    '<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>' +
    `<td align="center" style="background:${colour};border-radius:12px">` +
    `<a href="${escapeHtml(address)}" style="display:inline-block;padding:14px 28px;font-size:16px;` +
    `line-height:20px;font-weight:700;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>` +
    '</td></tr><tr><td style="height:20px;font-size:0;line-height:20px">&nbsp;</td></tr></table>'
  );
}

function linkLine(label: string, address: string): string {
  return (
    '<p class="mute" style="margin:8px 0 0;font-size:14px;line-height:22px;color:#665c78">' +
    `<a href="${escapeHtml(address)}" class="mute" style="color:#665c78">${escapeHtml(label)}</a></p>`
  );
}

function textOf(template: FilledTemplate, language: Language, { publicUrl, brand }: MailSite): string {
  const { title, paragraphs, code, facts = [], button, unexpected, unsubscribe } = template;
  const colon = language === 'zh_TW' ? '：' : ': ';
  return [
    title,
    ...paragraphs,
    ...(code ? [`    ${code}`] : []),
    ...(facts.length > 0 ? [facts.map(({ name, value }) => `${name}${colon}${value}`).join('\n')] : []),
    ...(button ? [`${button.label}${colon}${publicUrl}${button.path}`] : []),
    unexpected,
    ...(unsubscribe ? [`${unsubscribe.label}: ${publicUrl}${unsubscribe.path}`] : []),
    ['--', brand.name[language], publicUrl, ...footOf(brand, language)].join('\n'),
  ].join('\n\n');
}

/**
 * Fills in a mail's template.
 *
 * @param timeZone - IANA time zone of times in the mail.
 */
function fillTemplate(content: MailContent, language: Language, timeZone: string): FilledTemplate {
  if ('code' in content) return codeMail(content, language);
  switch (content.kind) {
    case 'alreadyRegistered':
      return alreadyRegistered[language];
    case 'noAccount':
      return noAccount[language];
    case 'emailTaken':
      return emailTaken[language];
    case 'passwordChanged':
      return passwordChanged[language](content, timeZone);
    case 'emailChanged':
      return emailChanged[language](content, timeZone);
    case 'walletLinked':
      return walletLinked[language](content, timeZone);
    case 'walletUnlinked':
      return walletUnlinked[language](content, timeZone);
    case 'accountDeletionRequested':
      return accountDeletionRequested[language](content, timeZone);
    case 'digest':
      return digest[language](content, timeZone);
    case 'expiry':
      return expiry[language](content, timeZone);
  }
}

/** Goes to a fan with Points, tickets or votes that expire soon. */
const expiry: NoticeWords<'expiry'> = {
  en_US: ({ daysLeft, assets }, timeZone) => {
    const what = assets.map((asset) => amountOf(asset, 'en_US')).join(', ');
    const left = daysLeft === 1 ? '1 day left' : `${daysLeft} days left`;
    return {
      subject: `Use them soon: ${what}`,
      preview: `You have ${left}.`,
      title: `${left} to use these`,
      paragraphs: [
        'Points, tickets and votes that you don’t use in time expire, and you can’t get them back.',
        ...(earnsTickets(assets) ? ['Exchange Points for tickets in the mall, then vote for your idol.'] : []),
      ],
      facts: factsOf(assets, 'en_US', timeZone),
      button: earnsTickets(assets)
        ? { label: 'Go to the mall', path: '/mall' }
        : { label: 'Vote now', path: '/vote-activity' },
      unexpected:
        'We send this email 7 days and 1 day before something in your account expires. ' +
        'You can turn it off in My profile.',
    };
  },
  zh_TW: ({ daysLeft, assets }, timeZone) => {
    const what = assets.map((asset) => amountOf(asset, 'zh_TW')).join('、');
    return {
      subject: `即將到期：${what}`,
      preview: `還有 ${daysLeft} 天，請盡快使用。`,
      title: `還有 ${daysLeft} 天可以使用`,
      paragraphs: [
        '點數、投票券與票數到期後就會失效，無法恢復。',
        ...(earnsTickets(assets) ? ['到商城用點數兌換投票券，為你支持的偶像投票吧。'] : []),
      ],
      facts: factsOf(assets, 'zh_TW', timeZone),
      button: earnsTickets(assets)
        ? { label: '前往商城', path: '/mall' }
        : { label: '前往投票', path: '/vote-activity' },
      unexpected:
        '帳號內有項目即將到期時，我們會在 7 天前與 1 天前各寄一封信提醒你。不想收到的話，可以在「個人檔案」關閉。',
    };
  },
};

type ExpiringAsset = Extract<MailContent, { kind: 'expiry' }>['assets'][number];

const earnsTickets = (assets: readonly ExpiringAsset[]) => assets.some(({ unit }) => unit === 'point');

/** Returns the last minute in which each can be used; it is gone at the next. */
function factsOf(
  assets: readonly ExpiringAsset[],
  language: Language,
  timeZone: string,
): NonNullable<FilledTemplate['facts']> {
  return assets.map((asset) => {
    const until = instant(new Date(Date.parse(asset.expiresAt) - 1).toISOString(), language, timeZone);
    return { name: amountOf(asset, language), value: language === 'zh_TW' ? `有效至 ${until}` : `Until ${until}` };
  });
}

function amountOf({ unit, amount }: ExpiringAsset, language: Language): string {
  const figure = new Intl.NumberFormat('en-US').format(amount);
  if (language === 'zh_TW')
    return { point: `${figure} 點數`, ticket: `${figure} 張投票券`, vote: `${figure} 票` }[unit];
  const name = { point: 'Point', ticket: 'ticket', vote: 'vote' }[unit];
  return `${figure} ${name}${amount === 1 ? '' : 's'}`;
}
