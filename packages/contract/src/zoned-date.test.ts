import { expect, test } from 'vitest';
import { eventTime, formatDay, formatPlacedDate, placeTime, zoneName } from './zoned-date.ts';

const now = new Date('2026-11-24T12:00:00Z');
const closesAt = new Date('2026-11-21T16:05:00Z');
const newYear = new Date('2026-12-31T16:05:00Z');

test.each([
  ['en_US', closesAt, 'Asia/Taipei', 'November 22nd, 00:05 (Taipei)'],
  ['zh_TW', closesAt, 'Asia/Taipei', '11月22日 00:05（台北時間）'],
  ['en_US', closesAt, 'America/New_York', 'November 21st, 11:05 (New York)'],
  ['zh_TW', closesAt, 'America/New_York', '11月21日 11:05（New York 時間）'],
  ['en_US', newYear, 'Asia/Taipei', 'January 1st, 2027, 00:05 (Taipei)'],
  ['zh_TW', newYear, 'Asia/Taipei', '2027年1月1日 00:05（台北時間）'],
  ['en_US', newYear, 'America/New_York', 'December 31st, 11:05 (New York)'],
  ['zh_TW', newYear, 'GMT', '12月31日 16:05（GMT 時間）'],
] as const)('in %s %o is written in the time of %s with its place', (language, instant, timeZone, written) => {
  expect(formatPlacedDate(instant, language, { timeZone, now })).toBe(written);
});

test.each([
  ['en_US', 'November 22nd, 2026, 00:05 (Taipei)'],
  ['zh_TW', '2026年11月22日 00:05（台北時間）'],
] as const)('what is read long afterwards has its year in %s, also in that year', (language, written) => {
  expect(formatPlacedDate(closesAt, language, { timeZone: 'Asia/Taipei', now, hasYear: true })).toBe(written);
});

test.each([
  ['en_US', {}, 'Nov 21'],
  ['en_US', { isLong: true }, 'November 21'],
  ['en_US', { hasYear: true }, 'Nov 21, 2026'],
  ['en_US', { now: newYear, hourOffset: 8 }, 'Nov 22, 2026'],
  ['zh_TW', {}, '11月21日'],
  ['zh_TW', { isLong: true }, '11月21日'],
  ['zh_TW', { hasYear: true }, '2026年11月21日'],
  ['zh_TW', { now: newYear, hourOffset: 8 }, '2026年11月22日'],
] as const)('a day in %s with %o is %s', (language, options, written) => {
  expect(formatDay(closesAt, language, { hourOffset: 0, now, ...options })).toBe(written);
});

test('the two hours that look alike when clocks are put back are written alike', () => {
  const written = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'].map((at) =>
    formatPlacedDate(new Date(at), 'en_US', { timeZone: 'America/New_York', now }),
  );
  expect(new Set(written)).toEqual(new Set(['November 1st, 01:30 (New York)']));
});

test('a zone has one name in all its spellings, and neither an offset nor another word is one', () => {
  expect(['Asia/Taipei', 'asia/taipei', 'aSiA/tAiPeI'].map(zoneName)).toEqual(
    Array.from({ length: 3 }, () => 'Asia/Taipei'),
  );
  expect(['+00:01', '-08:00', '+08', 'Mars/Olympus', ''].map(zoneName)).toEqual(Array.from({ length: 5 }));
});

test('an unknown city keeps its own name', () => {
  expect([placeTime('Europe/Berlin', 'en_US'), placeTime('Europe/Berlin', 'zh_TW')]).toEqual(['Berlin', 'Berlin 時間']);
});

test('a time in a refusal has its year where that is not the present one of its place', () => {
  const at = new Date('2026-12-31T16:30:00Z');
  expect(eventTime(at, 'Asia/Taipei', new Date('2026-12-31T15:59:59Z'))).toEqual({
    en_US: 'January 1st, 2027, 00:30 (Taipei)',
    zh_TW: '2027年1月1日 00:30（台北時間）',
  });
  expect(eventTime(at, 'Asia/Taipei', new Date('2026-12-31T16:00:00Z'))).toEqual({
    en_US: 'January 1st, 00:30 (Taipei)',
    zh_TW: '1月1日 00:30（台北時間）',
  });
});
