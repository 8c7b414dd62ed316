import { expect, test } from 'vitest';
import { formatExactTime } from './format-exact-time.ts';

test.each(['2026-06-21T10:30:05.000Z', '2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'])(
  'a time kept as a proof names the instant %s, whatever the zone of the device',
  (instant) => {
    const [, date, time, offset] = /^(\S+) (\S+) \(GMT([+-]\d\d:\d\d)?\)$/.exec(formatExactTime(instant)) ?? [];
    expect(new Date(`${date}T${time}${offset ?? 'Z'}`).toISOString()).toBe(instant);
  },
);
