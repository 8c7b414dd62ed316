import { expect, test } from 'vitest';
import { cardMs, curtainMs, firstStep, nextStep, stepInTime } from './peak-steps.ts';

test('the rows swap first, then she rises, then the card stands', () => {
  expect(firstStep(10, false)).toBe('swap');
  expect(nextStep('swap', 10)).toEqual({ step: 'rise', waitMs: curtainMs - 10 });
  expect(nextStep('rise', curtainMs)).toEqual({ step: 'card', waitMs: cardMs - curtainMs });
  expect(nextStep('card', cardMs)).toBeNull();
});

test('those who prefer less motion see the card at once', () => {
  expect(firstStep(0, true)).toBe('card');
});

test('a device that is late goes straight to the card', () => {
  expect(firstStep(801, false)).toBe('card');
  expect(firstStep(800, false)).toBe('swap');
  expect(nextStep('swap', 600)).toEqual({ step: 'rise', waitMs: 0 });
  expect(stepInTime('rise', 801)).toBe('card');
  expect(stepInTime('rise', 800)).toBe('rise');
});
