import { describe, expect, it } from 'vitest';
import { isTooLong } from './send-message.ts';

describe('a message is too long', () => {
  it.each([
    ['of 200 letters', 'a'.repeat(200), false],
    ['of 201 letters', 'a'.repeat(201), true],
    ['of 200 emoji of several code points', '👩‍🎤'.repeat(200), false],
    ['of 201 such emoji', '👩‍🎤'.repeat(201), true],
    ['of 200 letters with accents apart', 'e\u0301'.repeat(200), false],
    ['of 200 Chinese characters', '星'.repeat(200), false],
  ])('%s', (_, text, expected) => {
    expect(isTooLong(text)).toBe(expected);
  });
});
