import { expect, test } from 'vitest';
import { regionNames } from './region-names.ts';

test('regions are named in the language on screen, in a list', () => {
  expect(regionNames(['TW'], 'en_US')).toBe('Taiwan');
  expect(regionNames(['TW', 'HK', 'JP'], 'en_US')).toBe('Taiwan, Hong Kong, and Japan');
  expect(regionNames(['TW', 'HK', 'JP'], 'zh_TW')).toBe('台灣、香港和日本');
});
