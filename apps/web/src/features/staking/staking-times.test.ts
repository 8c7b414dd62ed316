import { expect, test } from 'vitest';
import { stakingTimes } from './staking-times.ts';

/** Monday 00:00 in Taipei. */
const turn = '2026-11-29T16:00:00Z';

test.each([
  ['Asia/Taipei', 'en_US', 'Mon, Nov 30, 00:00'],
  ['America/New_York', 'en_US', 'Sun, Nov 29, 11:00'],
  ['Asia/Taipei', 'zh_TW', '11月30日（週一）00:00'],
] as const)('a week turns in %s, in %s on %s', (timeZone, language, written) => {
  expect(stakingTimes(timeZone, language).moment(turn)).toBe(written);
});

test('the hour follows the clocks of the place as they are put back', () => {
  const { moment } = stakingTimes('America/New_York', 'en_US');
  expect([moment('2026-10-25T16:00:00Z'), moment('2026-11-01T16:00:00Z')]).toEqual([
    'Sun, Oct 25, 12:00',
    'Sun, Nov 1, 11:00',
  ]);
});

test('a week is named by its first day, wherever the fan is', () => {
  for (const zone of ['Asia/Taipei', 'America/New_York', 'Pacific/Kiritimati']) {
    expect(stakingTimes(zone, 'en_US').day('2026-11-23')).toBe('Nov 23');
    expect(stakingTimes(zone, 'zh_TW').day('2026-11-23')).toBe('11月23日');
  }
});
