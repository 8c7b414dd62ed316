import { describe, expect, test } from 'vitest';
import { calendarWeeks, withToday } from './calendar-weeks.ts';

const states = (today: string, claimed: string[] = []) =>
  calendarWeeks({ today, claimed }).map((week) => week.map(({ state }) => state));

describe('the calendar of check-ins', () => {
  test('has five weeks from Monday to Sunday, the running one last', () => {
    const weeks = calendarWeeks({ today: '2026-11-25', claimed: [] });
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7]);
    expect(weeks[0]?.[0]).toEqual({ date: '2026-10-26', number: 26, state: 'past' });
    expect(weeks[4]?.map(({ date }) => date)).toEqual([
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
      '2026-11-27',
      '2026-11-28',
      '2026-11-29',
    ]);
  });

  test.each([
    ['a Monday', '2026-11-23', ['today', 'ahead', 'ahead', 'ahead', 'ahead', 'ahead', 'ahead']],
    ['a Sunday', '2026-11-29', ['past', 'past', 'past', 'past', 'past', 'past', 'today']],
  ])('ends with the week of %s', (_, today, last) => {
    expect(states(today).at(-1)).toEqual(last);
  });

  test('marks what was claimed, today as well, also over the end of a year', () => {
    const calendar = withToday({ today: '2027-01-01', claimed: ['2026-12-31'] });
    expect(calendar.claimed).toEqual(['2026-12-31', '2027-01-01']);
    expect(withToday(calendar)).toEqual(calendar);
    expect(states(calendar.today, [...calendar.claimed]).at(-1)).toEqual([
      'past',
      'past',
      'past',
      'claimed',
      'claimed',
      'ahead',
      'ahead',
    ]);
  });
});
