import { expect, test } from 'vitest';
import { nextShow, type Show, showInTime, slowCardMs, startsMs } from './peak-steps.ts';

const swap: Show = { step: 'swap', isSlow: false };
const rise: Show = { step: 'rise', isSlow: false };
const card: Show = { step: 'card', isSlow: false };

test('the rows swap first, then she rises, then the card stands', () => {
  expect(showInTime(swap, 10)).toEqual(swap);
  expect(nextShow(swap, 10)).toEqual({ show: rise, waitMs: startsMs.rise - 10 });
  expect(showInTime(rise, startsMs.rise + 60)).toEqual(rise);
  expect(nextShow(rise, startsMs.rise)).toEqual({ show: card, waitMs: startsMs.card - startsMs.rise });
  expect(nextShow(card, startsMs.card)).toBeNull();
});

test('a device that is late with the swap goes on to the rise at once, and has the card earlier', () => {
  const slow: Show = { step: 'rise', isSlow: true };
  expect(nextShow(swap, 61)).toEqual({ show: slow, waitMs: 0 });
  expect(nextShow(slow, 400)).toEqual({ show: { step: 'card', isSlow: true }, waitMs: slowCardMs - 400 });
});

test('a device that is late with the rise has the card earlier', () => {
  expect(showInTime(rise, 421)).toEqual({ step: 'rise', isSlow: true });
  expect(nextShow(rise, 421)).toEqual({ show: { step: 'card', isSlow: true }, waitMs: slowCardMs - 421 });
});

test('a device that is later still goes straight to the card', () => {
  expect(nextShow(swap, 641)).toEqual({ show: { step: 'card', isSlow: true }, waitMs: 0 });
  expect(showInTime(rise, 640).step).toBe('rise');
  expect(showInTime(rise, 641).step).toBe('card');
  expect(showInTime(card, 5000)).toEqual(card);
});
