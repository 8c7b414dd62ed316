import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import english from '../../../public/locales/en_US.json' with { type: 'json' };
import chinese from '../../../public/locales/zh_TW.json' with { type: 'json' };
import { compileCatalogue } from '../../../build/compiled-catalogues.ts';
import { composeMessage, type Token } from './compose-message.ts';

const numbers = [0, 1, 2, 3, 11, 21, 1_234_567];

test.each([
  { language: 'English', languageTag: 'en-US', catalogue: english as Record<string, string> },
  { language: 'Chinese', languageTag: 'zh-TW', catalogue: chinese as Record<string, string> },
])('every text in $language reads as the library of the format writes it', ({ languageTag, catalogue }) => {
  const messages = compileCatalogue(catalogue) as Record<string, readonly Token[]>;
  const library = setupI18n({
    locale: languageTag,
    locales: languageTag,
    messages: { [languageTag]: messages } as never,
  });
  const different = Object.entries(messages).filter(([id, tokens]) =>
    numbers.some((number) => {
      const names = [...(catalogue[id] ?? '').matchAll(/\{\s*(\w+)/g)].map(([, name]) => name ?? '');
      const values = Object.fromEntries(names.map((name) => [name, number]));
      return composeMessage(tokens, values, languageTag) !== library._(id, values);
    }),
  );
  expect(Object.keys(messages).length).toBeGreaterThan(100);
  expect(different.map(([id]) => id)).toEqual([]);
});

test.each(['علی‌رضا', 'דנה (x)', 'Mina علی', '𞤀𞤣𞤤𞤢𞤥'])('the name %s keeps to itself in a sentence', (name) => {
  expect(composeMessage([['name'], ' got ', ['count', 'number'], '!'], { name, count: 3 }, 'en-US')).toBe(
    `\u2068${name}\u2069 got 3!`,
  );
});

test.each(['Mina', '湯露米', '2026-11-21', 'Łucja 🌙'])('the name %s stands as it is', (name) => {
  expect(composeMessage(['Hello ', ['name'], '!'], { name }, 'en-US')).toBe(`Hello ${name}!`);
});

test('a placeholder without a value is left out', () => {
  expect(composeMessage(['Hello ', ['name'], '!'], {}, 'en-US')).toBe('Hello !');
});
