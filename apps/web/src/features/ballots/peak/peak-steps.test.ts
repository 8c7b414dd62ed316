import { expect, test } from 'vitest';
import { nextState, type PeakState, stateInTime, slowCardMs, startsMs } from './peak-steps.ts';

const swap: PeakState = { step: 'swap', isSlow: false };
const rise: PeakState = { step: 'rise', isSlow: false };
const card: PeakState = { step: 'card', isSlow: false };

test('the rows swap first, then she rises, then the card stands', () => {
  expect(stateInTime(swap, 10)).toEqual(swap);
  expect(nextState(swap, 10)).toEqual({ due: rise, waitMs: startsMs.rise - 10 });
  expect(stateInTime(rise, startsMs.rise + 60)).toEqual(rise);
  expect(nextState(rise, startsMs.rise)).toEqual({ due: card, waitMs: startsMs.card - startsMs.rise });
  expect(nextState(card, startsMs.card)).toBeNull();
});

test('a device that is late with the swap goes on to the rise at once, and has the card earlier', () => {
  const slow: PeakState = { step: 'rise', isSlow: true };
  expect(nextState(swap, 61)).toEqual({ due: slow, waitMs: 0 });
  expect(nextState(slow, 400)).toEqual({ due: { step: 'card', isSlow: true }, waitMs: slowCardMs - 400 });
});

test('a device that is late with the rise has the card earlier', () => {
  expect(stateInTime(rise, 421)).toEqual({ step: 'rise', isSlow: true });
  expect(nextState(rise, 421)).toEqual({ due: { step: 'card', isSlow: true }, waitMs: slowCardMs - 421 });
});

test('a device that is later still goes straight to the card', () => {
  expect(nextState(swap, 641)).toEqual({ due: { step: 'card', isSlow: true }, waitMs: 0 });
  expect(stateInTime(rise, 640).step).toBe('rise');
  expect(stateInTime(rise, 641).step).toBe('card');
  expect(stateInTime(card, 5000)).toEqual(card);
});
