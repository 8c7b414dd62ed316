import { describe, expect, it } from 'vitest';
import { chartGeometry, nearestMoment } from './chart-geometry.ts';

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
