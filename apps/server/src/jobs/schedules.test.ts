import { parseCronItems } from 'graphile-worker';
import { describe, expect, it } from 'vitest';
import { dailyAt, everyMinute, everyMinutes, hourlyAt, scheduleOf, schedules } from './schedules.ts';

/** Returns the times of a day at which a pattern runs, by the queue's library. */
function timesOf(pattern: string): string[] {
  const [item] = parseCronItems([{ task: 'tell', match: pattern }]);
  const times: string[] = [];
  for (let hour = 0; hour < 24; hour += 1) {
    for (let min = 0; min < 60; min += 1) {
      if (item?.match({ min, hour, date: 21, month: 11, dow: 6 })) times.push(`${hour}:${min}`);
    }
  }
  return times;
}

describe('a schedule', () => {
  it('runs at the minutes that its name says', () => {
    expect(timesOf(everyMinute())).toHaveLength(24 * 60);
    expect(timesOf(everyMinutes(15)).slice(0, 5)).toEqual(['0:0', '0:15', '0:30', '0:45', '1:0']);
    expect(timesOf(everyMinutes(15, 1)).slice(0, 5)).toEqual(['0:1', '0:16', '0:31', '0:46', '1:1']);
    expect(timesOf(everyMinutes(10))).toHaveLength(24 * 6);
    expect(timesOf(hourlyAt(25)).slice(0, 2)).toEqual(['0:25', '1:25']);
    expect(timesOf(dailyAt(3, 40))).toEqual(['3:40']);
  });

  it.each([
    () => everyMinutes(0),
    () => everyMinutes(1),
    () => everyMinutes(7),
    () => everyMinutes(60),
    () => everyMinutes(2.5),
    () => everyMinutes(15, 15),
    () => everyMinutes(15, -1),
    () => hourlyAt(60),
    () => hourlyAt(-1),
    () => hourlyAt(Number.NaN),
    () => dailyAt(24, 0),
    () => dailyAt(3, 60),
  ])('of a wrong value is refused: %s', (schedule) => {
    expect(schedule).toThrow(RangeError);
  });

  it('is known by the id of its job alone', () => {
    expect(scheduleOf('move-luck')).toBe(everyMinute());
    expect(scheduleOf('send-mail')).toBeUndefined();
    expect(scheduleOf('toString')).toBeUndefined();
    for (const pattern of Object.values(schedules)) expect(timesOf(pattern)).not.toEqual([]);
  });
});
