import { expect, test } from 'vitest';
import { zonedDates, zoneOffset, formatExactTime } from './zoned-date.ts';

const exampleInstant = '2026-11-21T16:05:00Z';

test.each([
  ['moment', 'en_US', 'Nov 22, 00:05'],
  ['hour', 'en_US', '00:05'],
  ['day', 'en_US', 'Nov 22'],
  ['date', 'en_US', 'Nov 22, 2026'],
  ['moment', 'zh_TW', '11月22日 00:05'],
  ['hour', 'zh_TW', '00:05'],
  ['day', 'zh_TW', '11月22日'],
  ['date', 'zh_TW', '2026年11月22日'],
] as const)('the %s in %s, in the place of the event', (style, language, expected) => {
  expect(zonedDates('Asia/Taipei', language).format(exampleInstant, style)).toBe(expected);
});

test('the zone is named in the language on screen', () => {
  expect(zonedDates('Asia/Tokyo', 'en_US').zoneName).toMatch(/^Japan .*Time$/);
  expect(zonedDates('Asia/Tokyo', 'zh_TW').zoneName).toMatch(/^日本.*時間$/);
});

test('the zone is named by the rules that it has at present', () => {
  expect(zonedDates('Europe/Istanbul', 'en_US').zoneName).not.toContain('Eastern European');
});

test('the two hours that look alike when clocks are put back differ in how far they are from UTC', () => {
  expect(zoneOffset('America/New_York', new Date('2026-11-01T05:30:00Z'))).toBe('GMT-04:00');
  expect(zoneOffset('America/New_York', new Date('2026-11-01T06:30:00Z'))).toBe('GMT-05:00');
  expect(zoneOffset('Asia/Taipei', new Date(exampleInstant))).toBe('GMT+08:00');
});

test.each(['2026-06-21T10:30:05.000Z', '2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'])(
  'a time kept as a proof names the instant %s, whatever the zone of the device',
  (instant) => {
    const [, date, time, offset] = /^(\S+) (\S+) \(GMT([+-]\d\d:\d\d)?\)$/.exec(formatExactTime(instant)) ?? [];
    expect(new Date(`${date}T${time}${offset ?? 'Z'}`).toISOString()).toBe(instant);
  },
);

test.each([
  ['Asia/Taipei', 'en_US', 'Taipei'],
  ['Asia/Taipei', 'zh_TW', '台北'],
  ['America/New_York', 'en_US', 'New York'],
  ['Europe/Berlin', 'zh_TW', 'Berlin'],
] as const)('The city of %s is told in %s as %s.', (timeZone, language, city) => {
  expect(zonedDates(timeZone, language).city).toBe(city);
});
