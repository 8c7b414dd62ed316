import { expect, it } from 'vitest';
import { localDateAt } from '../../../apps/server/src/lib/local-date.ts';
import { nextMidnight } from './next-midnight.ts';

it('finds for every hour of a day a zone in which the next one begins a day', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const now = new Date(Date.UTC(2026, 4, 3, hour, 20));
    const { timeZone, at } = nextMidnight(now);
    expect(at.getTime() - now.getTime()).toBe(40 * 60_000);
    const [before, after] = [-1, 0].map((ms) => localDateAt(new Date(at.getTime() + ms), timeZone));
    expect(before).not.toBe(after);
  }
});
