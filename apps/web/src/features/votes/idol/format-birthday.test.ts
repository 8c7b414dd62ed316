import { expect, test } from 'vitest';
import { formatBirthday } from './format-birthday.ts';

test('a birthday is a day of the year in the fan’s language, that of a leap year too', () => {
  expect(formatBirthday('03-14', 'en_US')).toBe('March 14');
  expect(formatBirthday('02-29', 'zh_TW')).toBe('2月29日');
});
