import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage, environment, type Language } from '../environment.ts';
import { showLanguage } from './show-language.ts';
import { text } from './use-text.ts';

let arrive: (language: Language) => void;

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: { brand: '{}' } } });
  const waiting = new Map<string, () => void>();
  vi.stubGlobal('fetch', (address: string) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    waiting.set(address, () => resolve(Response.json({ 'nav.home': [address] })));
    return promise;
  });
  arrive = (language) => waiting.get(`/locales/${language}.json`)?.();
});
afterEach(() => {
  chooseLanguage('en_US');
  vi.unstubAllGlobals();
});

test.each([
  { wished: ['zh_TW', 'en_US'], arriving: ['en_US', 'zh_TW'] },
  { wished: ['zh_TW', 'en_US'], arriving: ['zh_TW', 'en_US'] },
  { wished: ['en_US', 'zh_TW'], arriving: ['zh_TW', 'en_US'] },
] satisfies { wished: Language[]; arriving: Language[] }[])(
  'of $wished wished for in turn the last one stands, when the texts arrive as $arriving',
  async ({ wished, arriving }) => {
    const shown = wished.map((language) => showLanguage(language));
    for (const language of arriving) arrive(language);
    await Promise.all(shown);
    expect(environment().languageType).toBe(wished.at(-1));
    expect(text('nav.home')).toBe(`/locales/${wished.at(-1)}.json`);
  },
);
