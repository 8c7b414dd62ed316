import { describe, expect, it, test } from 'vitest';
import { chartGeometry, nearestMoment, ticksWithRoom, timeTicks } from './chart-geometry.ts';

const hours = [0, 1, 2, 4].map((hour) => hour * 3_600_000);

describe('the layout of a chart', () => {
  it('puts zero at the bottom, time from left to right, and leaves room up to a round value', () => {
    const { x, y, valueTicks } = chartGeometry(hours, [[0, 300, 500, 970]]);
    expect([x(hours[0] ?? 0), x(hours[3] ?? 0), x(hours[2] ?? 0)]).toEqual([0, 100, 50]);
    expect([y(0), y(1000)]).toEqual([100, 0]);
    expect(valueTicks).toEqual([0, 200, 400, 600, 800, 1000]);
  });

  it('has no line between two votes', () => {
    expect(chartGeometry(hours, [[0, 0, 1, 2]]).valueTicks).toEqual([0, 1, 2]);
  });

  it('draws a flat line along the bottom where nothing was cast', () => {
    expect(chartGeometry(hours, [[0, 0, 0, 0]]).linePath([0, 0, 0, 0])).toMatch(/^M0,100.*100,100$/);
  });

  it('fits the highest of several lines', () => {
    const { y } = chartGeometry(hours, [
      [0, 1, 2, 10],
      [0, 2, 50, 100],
    ]);
    expect(y(100)).toBe(0);
  });
});

describe('the moment nearest to a place on the chart', () => {
  it('is found by time, not by number, where hours are missing', () => {
    expect([0, 0.2, 0.5, 0.7, 0.8, 1].map((part) => nearestMoment(hours, part))).toEqual([0, 1, 2, 2, 3, 3]);
  });

  it('stays on the chart when the finger does not', () => {
    expect([nearestMoment(hours, -1), nearestMoment(hours, 3)]).toEqual([0, 3]);
  });
});

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

test('hours of a zone with half an hour of offset follow its clocks', () => {
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

test('a moment without duration has at most one name', () => {
  expect(ticksBetween('2026-11-21T04:00:00Z', '2026-11-21T04:00:00Z', 'UTC', 5).ticks.length).toBeLessThanOrEqual(1);
});

test('a label at an edge is left out where it would cover the next one', () => {
  const findTicks = (ticks: readonly number[]) => ticksWithRoom(ticks, { x: (tick) => tick, labelWidth: 20 });
  expect(findTicks([43, 71, 98])).toEqual([43, 71]);
  expect(findTicks([2, 29, 58])).toEqual([29, 58]);
  expect(findTicks([2, 30, 68, 98])).toEqual([2, 30, 68, 98]);
  expect(findTicks([10, 30, 50])).toEqual([10, 30, 50]);
  expect(findTicks([99])).toEqual([99]);
});

test('of two labels that have no room beside each other one is shown', () => {
  expect(ticksWithRoom([20, 80], { x: (tick) => tick, labelWidth: 60 })).toEqual([80]);
});
