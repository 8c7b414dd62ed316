import { expect, test } from 'vitest';
import type { RoundTimes } from './voting-phase.ts';
import { nextRound } from './rounds.ts';

const at = (time: string) => `2026-11-21T${time}:00.000Z`;

const round = (number: number, opens: string, closes: string): RoundTimes => ({
  round: number,
  opensAt: at(opens),
  closesAt: at(closes),
});
const rounds = [round(1, '08:00', '10:00'), round(2, '12:00', '14:00'), round(3, '14:00', '16:00')];

test.each<[string, number | undefined]>([
  ['09:59', undefined],
  ['10:00', 2],
  ['11:59', 2],
  // A client that has not refetched yet still gets the round that opens in this second.
  ['12:00', 2],
  ['14:00', 3],
  ['16:00', undefined],
])('at %s the next round is %s', (time, number) => {
  expect(nextRound(rounds, Date.parse(at(time)))?.round).toBe(number);
});
