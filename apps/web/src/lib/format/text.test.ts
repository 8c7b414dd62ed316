import { expect, it } from 'vitest';
import { shortAddress } from './text.ts';

it('shows the first and the last digits of an address', () => {
  expect(shortAddress('0x52908400098527886e0f7030069857d2e4169ee7')).toBe('0x5290…9ee7');
});
