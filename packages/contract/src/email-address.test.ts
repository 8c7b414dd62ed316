import { describe, expect, test } from 'vitest';
import { emailAddressIn } from './email-address.ts';
import { email } from './primitives.ts';

describe('an address that mail can reach', () => {
  test.each([
    ['mina@example.com', 'mina@example.com'],
    [' mina@example.com\n', 'mina@example.com'],
    ['\u200Bmina@example.com\u2060', 'mina@example.com'],
    ['Mina.Ho+vote@EXAMPLE.com', 'Mina.Ho+vote@example.com'],
    ["o'neil_1@mail.example.org", "o'neil_1@mail.example.org"],
    ['fan＠example.com', 'fan@example.com'],
    ['ｆａｎ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'fan@example.com'],
    ['fan@example。com', 'fan@example.com'],
    ['fan@例子.台灣', 'fan@xn--fsqu00a.xn--kpry57d'],
    ['fan@xn--fsqu00a.xn--kpry57d', 'fan@xn--fsqu00a.xn--kpry57d'],
    ['fan@example.xn--p1ai', 'fan@example.xn--p1ai'],
    ['fan@bücher.de', 'fan@xn--bcher-kva.de'],
  ])('%j is kept as %j', (typed, address) => {
    expect(emailAddressIn(typed)).toBe(address);
    expect(email.parse(typed)).toBe(address);
  });

  test.each([
    'mina',
    'mina@',
    '@example.com',
    'mina@example',
    'mina@localhost',
    'mi na@example.com',
    'mina@exa mple.com',
    'a..b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a@b@example.com',
    'a@-example.com',
    'a@example-.com',
    'a@example..com',
    'a@example.com.',
    'a@example.com:25',
    'a@example.com/x',
    'a@ex%61mple.com',
    'a@ex_ample.com',
    'a@192.0.2.1',
    'a@[192.0.2.1]',
    'a@example.123',
    'é@example.com',
    '"a b"@example.com',
    'a\u202E@exam\u0000ple.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'a'.repeat(64)}.com`,
    `a@${'abc.'.repeat(63)}com`,
    `${'a@'.repeat(500)}example.com`,
  ])('is not %j', (typed) => {
    expect(emailAddressIn(typed)).toBeUndefined();
    expect(email.safeParse(typed).success).toBe(false);
  });
});
