import { describe, expect, it } from 'vitest';
import { errorText } from './errors.ts';

describe('the words of a refusal', () => {
  it.each([
    [1, 'You need 1 more vote.'],
    [2, 'You need 2 more votes.'],
    [45_304, 'You need 45,304 more votes.'],
  ])('name %i in the right number', (missing, words) => {
    expect(errorText({ reason: 'INSUFFICIENT_VOTES', parameters: { missing } }, 'en_US')).toBe(words);
  });

  it('have no plural in Chinese', () => {
    expect(errorText({ reason: 'INSUFFICIENT_VOTES', parameters: { missing: 1 } }, 'zh_TW')).toBe('還差 1 票。');
  });

  it('are not sent with an unfilled placeholder', () => {
    expect(() => errorText({ reason: 'DAILY_CAP_REACHED', parameters: {} }, 'en_US')).toThrow('its parameter left');
  });
});
