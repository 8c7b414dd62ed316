import { describe, expect, it } from 'vitest';
import { isSettled, mostReward, placesLeft, roundState } from './riddle-round.rules.ts';

const opensAt = new Date('2026-11-20T00:00:00Z');
const closesAt = new Date('2026-11-30T00:00:00Z');
const after = (date: Date, ms: number) => new Date(date.getTime() + ms);

describe('the state of a round', () => {
  it.each([
    ['coming', after(opensAt, -1)],
    ['open', opensAt],
    ['open', after(closesAt, -1)],
    ['closed', closesAt],
  ])('is %s at %s', (state, at) => {
    expect(roundState({ opensAt, closesAt }, at)).toBe(state);
  });

  it('is settled fifteen seconds after its closing', () => {
    expect(isSettled({ closesAt }, after(closesAt, 14_999))).toBe(false);
    expect(isSettled({ closesAt }, after(closesAt, 15_000))).toBe(true);
  });
});

describe('the places of a round', () => {
  it.each([
    [1000, 0, 6],
    [1000, 150, 5],
    [1000, 900, 0],
    [899, 0, 5],
  ])('with %i, %i of them reserved, are %i', (budget, reserved, places) => {
    expect(placesLeft({ rewards: [20, 60, 150], budget, reserved })).toBe(places);
  });

  it('are reckoned by what all right answers bring', () => {
    expect(mostReward({ rewards: [0, 0, 70] })).toBe(70);
  });
});
