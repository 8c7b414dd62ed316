import { languages, nickname } from '@lightstick/contract';
import { expect, test } from 'vitest';
import { suggestNickname } from './register-form.tsx';

test.each(languages)('each of many suggestions in %s is a nickname that the server takes as it is', (language) => {
  const suggestions = new Set(Array.from({ length: 500 }, () => suggestNickname(language)));
  expect(suggestions.size).toBeGreaterThan(400);
  for (const suggestion of suggestions) expect(nickname.parse(suggestion)).toBe(suggestion);
});

test('a suggestion is words and a number', () => {
  expect(suggestNickname('en_US', () => 0)).toBe('Starry Encore 10');
  expect(suggestNickname('zh_TW', () => 0.999)).toBe('蜂蜜拍手聲 99');
});
