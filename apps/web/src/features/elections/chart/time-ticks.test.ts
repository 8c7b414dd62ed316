import { expect, test } from 'vitest';
import { ticksWithRoom, timeTicks } from './time-ticks.ts';

const ticksBetween = (from: string, to: string, timeZone: string, most: number) => {
  const { ticks, areDays } = timeTicks({ fromMs: Date.parse(from), toMs: Date.parse(to), timeZone }, most);
  return { ticks: ticks.map((tick) => new Date(tick).toISOString().slice(5, 16)), areDays };
};

test('days begin at the midnight of the event, not of UTC', () => {
  expect(ticksBetween('2026-11-10T06:00:00Z', '2026-11-14T02:00:00Z', 'Asia/Taipei', 5)).toEqual({
    ticks: ['11-10T16:00', '11-11T16:00', '11-12T16:00', '11-13T16:00'],
    areDays: true,
  });
});

test('a long event has ticks by days, a short one by hours', () => {
  const long = ticksBetween('2026-11-01T00:00:00Z', '2026-11-21T00:00:00Z', 'UTC', 5);
  expect(long.areDays).toBe(true);
  expect(long.ticks.length).toBeLessThanOrEqual(5);
  expect(ticksBetween('2026-11-21T04:30:00Z', '2026-11-21T09:10:00Z', 'UTC', 5)).toEqual({
    ticks: ['11-21T05:00', '11-21T06:00', '11-21T07:00', '11-21T08:00', '11-21T09:00'],
    areDays: false,
  });
});

test('hours of a zone with half an hour of offset are those of its own clocks', () => {
  expect(ticksBetween('2026-11-21T04:00:00Z', '2026-11-21T06:00:00Z', 'Asia/Kolkata', 5).ticks).toEqual([
    '11-21T04:30',
    '11-21T05:30',
  ]);
});

test('midnights stay midnights across the night on which clocks are set', () => {
  expect(ticksBetween('2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z', 'Europe/Berlin', 3).ticks).toEqual([
    '10-24T22:00',
    '10-25T23:00',
  ]);
});

test('a moment that lasts no time has at most one name', () => {
  expect(ticksBetween('2026-11-21T04:00:00Z', '2026-11-21T04:00:00Z', 'UTC', 5).ticks.length).toBeLessThanOrEqual(1);
});

test('a label at an edge is left out where it would cover the next one', () => {
  const shown = (ticks: readonly number[]) => ticksWithRoom(ticks, { x: (tick) => tick, edge: 4, apart: 30 });
  expect(shown([43, 71, 98])).toEqual([43, 71]);
  expect(shown([2, 30, 58])).toEqual([30, 58]);
  expect(shown([2, 32, 68, 98])).toEqual([2, 32, 68, 98]);
  expect(shown([10, 30, 50])).toEqual([10, 30, 50]);
  expect(shown([99])).toEqual([99]);
});
