import { expect, test } from 'vitest';
import { isSendKey, writtenCharacters } from './composer.ts';

test('Enter sends, but not with Shift and not while an input method composes', () => {
  const press = { key: 'Enter', keyCode: 13, shiftKey: false, nativeEvent: { isComposing: false } };
  expect(isSendKey(press)).toBe(true);
  expect(isSendKey({ ...press, shiftKey: true })).toBe(false);
  expect(isSendKey({ ...press, nativeEvent: { isComposing: true } })).toBe(false);
  expect(isSendKey({ ...press, keyCode: 229 })).toBe(false);
  expect(isSendKey({ ...press, key: 'a', keyCode: 65 })).toBe(false);
});

test('a text has as many characters as a person counts, without blanks at its ends', () => {
  expect(writtenCharacters('  👩‍👩‍👧 ')).toBe(1);
});
