import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { zonedDates, zoneOffset, formatExactTime } from './zoned-date.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-24T12:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  // Files share their modules.
  vi.resetModules();
});

const exampleInstant = '2026-11-21T16:05:00Z';

test.each([
  ['moment', 'en_US', 'November 22nd, 00:05'],
  ['weekday', 'en_US', 'Sun, November 22nd, 00:05'],
  ['month', 'en_US', 'November 22'],
  ['hour', 'en_US', '00:05'],
  ['day', 'en_US', 'Nov 22'],
  ['date', 'en_US', 'Nov 22, 2026'],
  ['moment', 'zh_TW', '11月22日 00:05'],
  ['weekday', 'zh_TW', '11月22日（週日）00:05'],
  ['month', 'zh_TW', '11月22日'],
  ['hour', 'zh_TW', '00:05'],
  ['day', 'zh_TW', '11月22日'],
  ['date', 'zh_TW', '2026年11月22日'],
] as const)('the %s in %s, in the place of the event', (style, language, expected) => {
  expect(zonedDates('Asia/Taipei', language).format(exampleInstant, style)).toBe(expected);
});

test.each([
  ['moment', 'en_US', 'January 1st, 2027, 00:05'],
  ['weekday', 'en_US', 'Fri, January 1st, 2027, 00:05'],
  ['day', 'en_US', 'Jan 1, 2027'],
  ['tick', 'en_US', 'Jan 1'],
  ['moment', 'zh_TW', '2027年1月1日 00:05'],
  ['weekday', 'zh_TW', '2027年1月1日（週五）00:05'],
  ['day', 'zh_TW', '2027年1月1日'],
] as const)('the %s in %s of another year has it, by the year of the place', (style, language, expected) => {
  expect(zonedDates('Asia/Taipei', language).format('2026-12-31T16:05:00Z', style)).toBe(expected);
  expect(zonedDates('America/New_York', language).format('2026-12-31T16:05:00Z', style)).not.toContain('2027');
});

test('the close after a change of clocks is written in the clocks of that day', () => {
  const { format } = zonedDates('America/New_York', 'en_US');
  expect(['2026-10-31T23:30:00Z', '2026-11-01T23:30:00Z'].map((at) => format(at, 'moment'))).toEqual([
    'October 31st, 19:30',
    'November 1st, 18:30',
  ]);
});

test('what the server draws names the place whose time it is, and the zone of no reader', async () => {
  vi.resetModules();
  const { drawTimesIn, ownTimeZone, formatExactTime: exactTime } = await import('./zoned-date.ts');
  const { friendlyDate } = await import('./format-date.ts');
  drawTimesIn('Asia/Taipei');
  expect(ownTimeZone()).toBe('Asia/Taipei');
  expect(friendlyDate(exampleInstant, 'en_US')).toBe('November 22nd, 00:05 (Taipei)');
  expect(friendlyDate(exampleInstant, 'zh_TW')).toBe('11月22日 00:05（台北時間）');
  expect(exactTime(exampleInstant)).toBe('2026-11-22 00:05:00 (GMT+08:00)');
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
