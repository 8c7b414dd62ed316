import { languages } from '@lightstick/contract';
import { describe, expect, it } from 'vitest';
import type { Letter } from '../mail.ts';
import { maskAddress } from '../mask-address.ts';
import { composeMessage } from './compose-message.ts';

const publicUrl = 'https://vote.example.com/?a=1&b="2"';
const letters: readonly Letter[] = [
  { kind: 'registrationCode', code: '012345', validMinutes: 10 },
  { kind: 'alreadyRegistered' },
];

describe.each(languages)('the letters in %s', (language) => {
  it.each(letters)('say the same in HTML and plain text: $kind', (letter) => {
    const { subject, text, html } = composeMessage(letter, language, publicUrl);
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

  it.each(letters)('load nothing and run nothing: $kind', (letter) => {
    const { html } = composeMessage(letter, language, publicUrl);
    expect(html).not.toMatch(/<(script|img|link|iframe|object)|src=|url\(|@import/i);
    const addresses = [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1]);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses)
      expect(address).toMatch(/^https:\/\/vote\.example\.com\/\?a=1&amp;b=&quot;2&quot;/);
  });

  it('carry the code where there is one', () => {
    const { subject, text, html } = composeMessage(
      { kind: 'registrationCode', code: '012345', validMinutes: 10 },
      language,
      publicUrl,
    );
    for (const part of [subject, text, html]) expect(part).toContain('012345');
    expect(composeMessage({ kind: 'alreadyRegistered' }, language, publicUrl).text).not.toMatch(/\d{6}/);
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
