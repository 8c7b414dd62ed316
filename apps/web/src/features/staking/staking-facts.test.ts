import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stakingTimes, partOf } from './staking-facts.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-24T12:00:00Z') }));
afterEach(() => vi.useRealTimers());

/** Monday 00:00 in Taipei. */
const turn = '2026-11-29T16:00:00Z';

test.each([
  ['Asia/Taipei', 'en_US', 'Mon, November 30th, 00:00'],
  ['America/New_York', 'en_US', 'Sun, November 29th, 11:00'],
  ['Asia/Taipei', 'zh_TW', '11月30日（週一）00:00'],
] as const)('a week turns in %s, in %s on %s', (timeZone, language, written) => {
  expect(stakingTimes(timeZone, language).moment(turn)).toBe(written);
});

test('the hour follows the clocks of the place as they are put back', () => {
  const { moment } = stakingTimes('America/New_York', 'en_US');
  expect([moment('2026-10-25T16:00:00Z'), moment('2026-11-01T16:00:00Z')]).toEqual([
    'Sun, October 25th, 12:00',
    'Sun, November 1st, 11:00',
  ]);
});

test('a week is named by its first day, in every zone of a fan', () => {
  for (const zone of ['Asia/Taipei', 'America/New_York', 'Pacific/Kiritimati']) {
    expect(stakingTimes(zone, 'en_US').day('2026-11-23')).toBe('Nov 23');
    expect(stakingTimes(zone, 'zh_TW').day('2026-11-23')).toBe('11月23日');
  }
});

test('weeks around New Year show their year when it is not the present one, also in a year of 53 weeks', () => {
  const { day, moment } = stakingTimes('America/New_York', 'en_US');
  expect(['2026-12-21', '2026-12-28', '2027-01-04', '2025-11-23'].map(day)).toEqual([
    'Dec 21',
    'Dec 28',
    'Jan 4, 2027',
    'Nov 23, 2025',
  ]);
  expect(moment('2027-01-03T16:00:00Z')).toBe('Sun, January 3rd, 2027, 11:00');
  expect(stakingTimes('Asia/Taipei', 'zh_TW').moment('2027-01-03T16:00:00Z')).toBe('2027年1月4日（週一）00:00');
});

test('a part is shown from nothing to all of it', () => {
  expect(partOf('0', '0')).toBe(0);
  expect(partOf('25', '100')).toBe(0.25);
  expect(partOf(String(10n ** 30n), String(10n ** 30n))).toBe(1);
});
