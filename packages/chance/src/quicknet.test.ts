import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundAt, roundOfRaffle, timeOf } from './quicknet.ts';

test.each([
  ['2020-01-01T00:00:00.000Z', 1],
  ['2023-08-23T15:09:27.000Z', 1],
  ['2023-08-23T15:09:27.001Z', 2],
  ['2023-08-23T15:09:30.000Z', 2],
  ['2026-04-20T00:00:00.000Z', 27_946_612],
  ['2026-04-20T12:30:45.000Z', 27_961_627],
])('the first round at or after %s is %i', (time, round) => {
  expect(roundAt(new Date(time))).toBe(round);
});

test('a round is the first at its own time, and not a millisecond later', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 40 }), (round) => {
      expect(roundAt(timeOf(round))).toBe(round);
      expect(roundAt(new Date(timeOf(round).getTime() + 1))).toBe(round + 1);
    }),
  );
});

test.each([
  ['as soon as entries are closed', '2026-11-01T12:00:15.000Z', '2026-11-01T12:01:15.000Z'],
  ['45 seconds after the close', '2026-11-01T12:00:45.000Z', '2026-11-01T12:01:15.000Z'],
  ['an hour late', '2026-11-01T13:00:00.000Z', '2026-11-01T13:00:30.000Z'],
])('a list that is frozen %s is drawn at the next round', (_, frozenAt, drawn) => {
  const round = roundOfRaffle(new Date('2026-11-01T12:00:00.000Z'), new Date(frozenAt));
  const late = timeOf(round).getTime() - Date.parse(drawn);
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(3_000);
});
