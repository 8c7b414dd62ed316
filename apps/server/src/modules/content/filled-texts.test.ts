import { expect, test } from 'vitest';
import { expiryTexts, withExpiry } from './expiry-texts.ts';
import { fillInTexts, withBrand } from './filled-texts.ts';

test('texts take the sentences of the terms', () => {
  const texts = expiryTexts({ lastMonths: 12 });
  const rule = {
    id: '{expiry.votes}',
    rules: [{ en_US: 'No cash. {expiry.votes}', zh_TW: '不可兌現。{expiry.votes}' }],
  };
  expect(fillInTexts(rule, (text, language) => withExpiry(text, language, texts))).toEqual({
    id: '{expiry.votes}',
    rules: [
      {
        en_US: 'No cash. Unused tickets and votes lapse once the result is final.',
        zh_TW: '不可兌現。結果確定後，未使用的投票券與票就會失效。',
      },
    ],
  });
});

test('texts and ways to ask take the name under which fans know the platform', () => {
  const entry = { asks: { en_US: ['What is {product}?'], zh_TW: ['{product} 是什麼？'] }, link: '/about-us' };
  expect(fillInTexts(entry, (text, language) => withBrand(text, language, undefined))).toEqual({
    asks: { en_US: ['What is Lightstick?'], zh_TW: ['Lightstick 是什麼？'] },
    link: '/about-us',
  });
});
