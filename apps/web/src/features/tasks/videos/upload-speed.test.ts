import { expect, test } from 'vitest';
import { createSpeedometer } from './upload-speed.ts';

test('an upload’s speed is known after a second, without what was there before', () => {
  const speed = createSpeedometer();
  expect(speed(5_000_000, 10_000)).toBeUndefined();
  expect(speed(5_100_000, 10_900)).toBeUndefined();
  expect(speed(5_500_000, 12_000)).toBe(250_000);
  expect(speed(5_500_000, 15_000)).toBe(100_000);
});
