import { describe, expect, test } from 'vitest';
import { afterEvent, firstStep, type RevealStep, waitMs, gainsOf } from './reveal-steps.ts';

/** The phases that taps alone lead through. */
function tapThrough(count: number): string[] {
  const seen: string[] = [];
  for (let step: RevealStep = firstStep; step.phase !== 'done'; step = afterEvent(step, 'tap', count)) {
    seen.push(`${step.phase} ${step.flipped}`);
  }
  return seen;
}

describe('a reveal', () => {
  test('opens, then flips a card with each tap, then sums up', () => {
    expect(tapThrough(3)).toEqual(['opening 0', 'cards 0', 'cards 1', 'cards 2', 'cards 3']);
  });

  test('shows everything at once where the fan skips', () => {
    for (const step of [firstStep, { phase: 'cards', flipped: 4 } as const]) {
      expect(afterEvent(step, 'skip', 10)).toEqual({ phase: 'done', flipped: 10 });
    }
  });

  test('of one card needs no tap', () => {
    let step: RevealStep = firstStep;
    for (let turn = 0; turn < 3; turn += 1) {
      expect(waitMs(step, 1)).toBeGreaterThan(0);
      step = afterEvent(step, 'time', 1);
    }
    expect(step).toEqual({ phase: 'done', flipped: 1 });
    expect(waitMs(step, 1)).toBeUndefined();
  });

  test('of ten cards waits for a tap before each, and for none after the last', () => {
    expect(waitMs({ phase: 'cards', flipped: 9 }, 10)).toBeUndefined();
    expect(waitMs({ phase: 'cards', flipped: 10 }, 10)).toBeGreaterThan(0);
  });
});

const base = { nonce: 1, prizeId: 'a', title: 'A', goodsId: null, pictureUrl: null, serial: null, isRare: false };
const points = (amount: number) => ({ ...base, gives: { assetName: 'POINT', activityId: null, amount } });
const votes = (amount: number) => ({ ...base, gives: { assetName: 'MEET_VOTE_2', activityId: '1004', amount } });
const piece = { ...base, gives: null, goodsId: 'nft-1', pictureUrl: '/art/1.svg', serial: 7 };

test('several prizes bring each asset once, and pieces', () => {
  expect(gainsOf([points(20), piece, points(30), votes(5), piece])).toEqual({
    given: [
      { assetName: 'POINT', activityId: null, amount: 50 },
      { assetName: 'MEET_VOTE_2', activityId: '1004', amount: 5 },
    ],
    pieces: 2,
  });
});
