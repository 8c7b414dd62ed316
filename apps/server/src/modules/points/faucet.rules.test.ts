import { describe, expect, it } from 'vitest';
import { nextGrantAt, waitUntil } from './faucet.rules.ts';

const noon = new Date('2026-11-21T12:00:00.000Z');

describe('the wait for the next test coins', () => {
  it('is a day, whatever the clocks on the wall do', () => {
    expect(nextGrantAt(noon).toISOString()).toBe('2026-11-22T12:00:00.000Z');
  });

  it.each([
    ['2026-11-22T12:00:00.000Z', { hours: 24, minutes: 0 }],
    ['2026-11-22T11:59:59.999Z', { hours: 24, minutes: 0 }],
    ['2026-11-22T11:59:00.000Z', { hours: 23, minutes: 59 }],
    ['2026-11-21T13:00:00.001Z', { hours: 1, minutes: 1 }],
    ['2026-11-21T12:00:00.001Z', { hours: 0, minutes: 1 }],
  ])('until %s is shown rounded up', (nextAt, told) => {
    expect(waitUntil(new Date(nextAt), noon)).toEqual(told);
  });
});
