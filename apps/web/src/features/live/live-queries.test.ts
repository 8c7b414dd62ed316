import { expect, test } from 'vitest';
import { untilNextReadMs } from './live-queries.ts';

const at = (ms: number) => new Date(ms).toISOString();

test.each([
  ['just after the next opening', [{ state: 'coming', opensAt: at(10_000), closesAt: at(90_000) }], 11_200],
  ['just after the end of what is on air', [{ state: 'onAir', opensAt: at(-5000), closesAt: at(5000) }], 6200],
  ['every half minute while a room is always on', [{ state: 'onAir', opensAt: at(-5000), closesAt: null }], 30_000],
  ['every half minute before a far opening', [{ state: 'coming', opensAt: at(900_000), closesAt: null }], 30_000],
  ['soon while an opening is overdue', [{ state: 'coming', opensAt: at(-1000), closesAt: at(90_000) }], 4000],
  ['for what is over only every half minute', [{ state: 'over', opensAt: at(-9000), closesAt: at(-1000) }], 30_000],
])('rooms are read again %s', (_, rooms, ms) => {
  expect(untilNextReadMs(rooms, 0, 0.5)).toBe(ms);
});
