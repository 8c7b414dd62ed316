import type { Task } from './task.ts';

export type CalendarDay = {
  /** Such as 2026-11-21. */
  readonly date: string;
  readonly number: number;
  readonly state: 'claimed' | 'today' | 'past' | 'ahead';
};

const weekDays = 7;
const weeks = 5;
const dayMs = 86_400_000;

const noonOf = (date: string) => Date.parse(`${date}T12:00:00Z`);

/** Returns the last five weeks of check-ins, Monday first; the running week is the last. */
export function calendarWeeks({ today, claimed }: NonNullable<Task['calendar']>): readonly (readonly CalendarDay[])[] {
  const sinceMonday = (new Date(noonOf(today)).getUTCDay() + 6) % weekDays;
  const firstMs = noonOf(today) - (sinceMonday + (weeks - 1) * weekDays) * dayMs;
  const days = new Set(claimed);
  const dayAt = (index: number): CalendarDay => {
    const day = new Date(firstMs + index * dayMs);
    const date = day.toISOString().slice(0, 10);
    return { date, number: day.getUTCDate(), state: stateOf(date, today, days) };
  };
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: weekDays }, (_day, index) => dayAt(week * weekDays + index)),
  );
}

function stateOf(date: string, today: string, claimed: ReadonlySet<string>): CalendarDay['state'] {
  if (claimed.has(date)) return 'claimed';
  if (date === today) return 'today';
  return date < today ? 'past' : 'ahead';
}

/** Returns the calendar once today's check-in was claimed. */
export function withToday({ today, claimed }: NonNullable<Task['calendar']>): NonNullable<Task['calendar']> {
  return { today, claimed: [...new Set([...claimed, today])] };
}
