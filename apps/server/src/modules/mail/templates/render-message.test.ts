import { languages } from '@lightstick/contract';
import { describe, expect, it } from 'vitest';
import { platformBrand } from '#/config/brand.ts';
import { type MailContent, maskAddress } from '#/modules/mail/mail.ts';
import { renderMessage } from './render-message.ts';

const publicUrl = 'https://vote.example.com/?a=1&b="2"';
const place = { publicUrl, timeZone: 'Asia/Taipei', brand: platformBrand };
const codeKinds = [
  'registerCode',
  'forgotPasswordCode',
  'changeEmailCode',
  'changePasswordCode',
  'deleteAccountCode',
  'signInCode',
  'confirmEmailChangeCode',
  'linkWalletCode',
] as const;
const at = '2026-11-21T22:05:00.000Z';
const contents: readonly MailContent[] = [
  ...codeKinds.map((kind) => ({ kind, code: '012345', validMinutes: 10 })),
  { kind: 'alreadyRegistered' },
  { kind: 'noAccount' },
  { kind: 'emailTaken' },
  { kind: 'passwordChanged', at },
  { kind: 'emailChanged', at, newEmail: 'm…@example.com' },
  { kind: 'walletLinked', at, wallet: '0x12ab…cd34' },
  { kind: 'walletUnlinked', at, wallet: '0x12ab…cd34' },
  { kind: 'accountDeletionRequested', at, erasesAt: '2026-11-28T22:05:00.000Z' },
  {
    kind: 'expiry',
    daysLeft: 7,
    assets: [{ unit: 'point', amount: 1_200_000, expiresAt: '2026-11-30T16:00:00.000Z' }],
  },
];

describe.each(languages)('the mails in %s', (language) => {
  it.each(contents)('say the same in HTML and plain text: $kind', (content) => {
    const { subject, text, html } = renderMessage(content, language, place);
    const visible = html
      .replaceAll(/<style>[\s\S]*?<\/style>|<title>.*?<\/title>|<div style="display:none[\s\S]*?<\/div>/g, '')
      .replaceAll(/<[^>]+>/g, '\n')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && line !== '&nbsp;');
    expect(visible.length).toBeGreaterThan(4);
    for (const line of visible) expect(text).toContain(line);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(subject.length).toBeLessThanOrEqual(60);
  });

  it.each(contents)('load nothing and run nothing: $kind', (content) => {
    const { html } = renderMessage(content, language, place);
    expect(html).not.toMatch(/<(script|img|link|iframe|object)|src=|url\(|@import/i);
    const addresses = [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1]);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses)
      expect(address).toMatch(/^https:\/\/vote\.example\.com\/\?a=1&amp;b=&quot;2&quot;/);
  });

  it.each(codeKinds)('carry the code, and how long it is good: %s', (kind) => {
    const { subject, text, html } = renderMessage({ kind, code: '012345', validMinutes: 10 }, language, place);
    for (const part of [subject, text, html]) expect(part).toContain('012345');
    expect(text).toMatch(/10 (?:minutes|分鐘)/);
  });

  it('name in the subject the effect of a code that only a signed-in fan can request', () => {
    const subjectOf = (kind: (typeof codeKinds)[number]) =>
      renderMessage({ kind, code: '012345', validMinutes: 10 }, language, place).subject;
    expect(subjectOf('deleteAccountCode')).toMatch(
      /^(?:Delete your account\? Code 012345|要刪除帳號嗎？驗證碼：012345)$/,
    );
    const subjects = codeKinds.map(subjectOf);
    expect(new Set(subjects).size, 'one for codes that change nothing yet, and one of each other').toBe(5);
  });

  it('say until when something can be used, not when it is gone, and where to use it', () => {
    const expiresAt = '2026-11-30T16:00:00.000Z';
    const assets = [
      { unit: 'point', amount: 1200, expiresAt },
      { unit: 'vote', amount: 1, expiresAt },
    ] as const;
    const [points, votes] = [assets, assets.slice(1)].map((expiring) =>
      renderMessage({ kind: 'expiry', daysLeft: 1, assets: [...expiring] }, language, place),
    );
    expect(points?.text).toMatch(/Until November 30th, 2026, 23:59 \(Taipei\)|有效至 2026年11月30日 23:59（台北時間）/);
    expect(points?.subject).toMatch(/: 1,200 Points, 1 vote$|：1,200 點數、1 票$/);
    expect(points?.text).toContain(`${publicUrl}/mall`);
    expect(votes?.text).toContain(`${publicUrl}/vote-activity`);
  });

  it('say something else each', () => {
    const texts = contents.map((content) => renderMessage(content, language, place).text);
    expect(new Set(texts).size).toBe(contents.length);
  });

  it.each(contents.filter((content) => !('code' in content)))('carry no code else: $kind', (content) => {
    expect(renderMessage(content, language, place).text).not.toMatch(/\d{6}/);
  });
});

describe('a notice', () => {
  it.each([
    ['en_US', 'When: November 22nd, 2026, 06:05 (Taipei)'],
    ['zh_TW', '時間：2026年11月22日 06:05（台北時間）'],
  ] as const)('says when it happened, by the clock of the platform and with its year: %s', (language, when) => {
    for (const kind of ['passwordChanged', 'emailChanged', 'walletLinked', 'walletUnlinked'] as const) {
      const content = { kind, at, newEmail: 'm…@example.com', wallet: '0x12ab…cd34' };
      expect(renderMessage(content, language, place).text).toContain(when);
    }
  });
});

describe('an address in a log', () => {
  it.each([
    ['mina@example.com', 'm…@example.com'],
    ['"a@b"@example.com', '"…@example.com'],
    ['nonsense', '…'],
    ['@example.com', '…'],
  ])('%s is %s', (address, masked) => {
    expect(maskAddress(address)).toBe(masked);
  });
});
