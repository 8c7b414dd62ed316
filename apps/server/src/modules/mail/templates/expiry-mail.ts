import type { Language } from '@lightstick/contract';
import type { MailContent } from '#/modules/mail/mail.ts';
import { type FilledTemplate, instant, type NoticeWords } from './template.ts';

/** To a fan with Points, tickets or votes that expire soon. */
export const expiry: NoticeWords<'expiry'> = {
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
        'We send this email 7 days and 1 day before something in your account expires. You can turn it off in My profile.',
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
        '帳號內有項目即將到期時，我們會在 7 天前與 1 天前各寄一封信提醒你。不想收到的話，可以在「個人資料」關閉。',
    };
  },
};

type ExpiringAsset = Extract<MailContent, { kind: 'expiry' }>['assets'][number];

const earnsTickets = (assets: readonly ExpiringAsset[]) => assets.some(({ unit }) => unit === 'point');

/** The last minute in which each can be used; it is gone at the next. */
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
