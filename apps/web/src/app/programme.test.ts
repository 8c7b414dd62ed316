import { describe, expect, test } from 'vitest';
import { daysFrom, type Programmed, programmeOf } from './programme.ts';

const hourMs = 3_600_000;
const days = { fromMs: 0, untilMs: 72 * hourMs };
const iso = (hour: number) => new Date(hour * hourMs).toISOString();
const open = (kind: Programmed['kind'], from: number, to: number | null) =>
  ({ kind, title: 'A concert', opensAt: iso(from), closesAt: to === null ? null : iso(to) }) satisfies Programmed;
const lanesOf = (...entries: Programmed[]) =>
  [...programmeOf(entries, days)].flatMap(([row, slots]) => slots.map(({ lane }) => [row, lane]));

describe('the programme of three days', () => {
  test('has a row for each kind of activity that it has, in a fixed order', () => {
    const all = [open('draws', 1, 50), open('packets', 2, 3), open('live', 0, null), open('votes', -5, 90)];
    expect([...programmeOf(all, days).keys()]).toEqual(['votes', 'live', 'packets', 'luck']);
    expect([...programmeOf([open('boxes', 0, 72)], days).keys()]).toEqual(['luck']);
    expect(programmeOf([], days).size).toBe(0);
  });

  test('cuts an activity that goes beyond it, and says so', () => {
    const [slot] = programmeOf([open('votes', -5, 90)], days).get('votes') ?? [];
    expect(slot).toMatchObject({ span: { from: 0, to: 1 }, isCut: { before: true, after: true } });
    const [always] = programmeOf([open('live', 36, null)], days).get('live') ?? [];
    expect(always).toMatchObject({ span: { from: 0.5, to: 1 }, isCut: { before: false, after: true } });
  });

  test('leaves out what was over before it, and what opens after it', () => {
    expect(lanesOf(open('votes', -9, 0), open('votes', 72, 80))).toEqual([]);
  });

  test('gives short ones room for their title, also at its end', () => {
    const spanOf = (title: string) =>
      programmeOf([{ ...open('live', 71, 72), title }], days).get('live')?.[0]?.span ?? { from: 0, to: 0 };
    const [short, long, han] = ['Radio', 'Radio all night', '整夜電台'].map((title) => spanOf(title));
    expect([short?.to, long?.to, han?.to]).toEqual([1, 1, 1]);
    expect(long?.from).toBeLessThan(short?.from ?? 0);
    expect(han?.from).toBeLessThan(short?.from ?? 0);
    expect(spanOf('Radio '.repeat(30))).toEqual({ from: 0, to: 1 });
  });

  test('puts what would overlap into lanes beneath each other, and no more than four', () => {
    expect(lanesOf(open('votes', 0, 24), open('votes', 12, 60), open('votes', 30, 72))).toEqual([
      ['votes', 0],
      ['votes', 1],
      ['votes', 0],
    ]);
    expect(lanesOf(...Array.from({ length: 9 }, () => open('boxes', 0, 72)))).toHaveLength(4);
  });
});

test('days begin at the reader’s midnight', () => {
  const noon = new Date(2026, 10, 30, 12).getTime();
  const [first, second, third] = [30, 31, 32].map((day) => new Date(2026, 10, day).getTime());
  expect(daysFrom(noon, 2)).toEqual({ fromMs: first, untilMs: third, startsMs: [first, second] });
});
