import { expect, it } from 'vitest';
import { type DuePush, endOfNight, planPushes } from './push.rules.ts';

const fan = { timeZone: 'Asia/Taipei', atNight: false, day: null, sent: 0 };
const due = (id: number, change: Partial<DuePush> = {}): DuePush => ({
  id,
  kind: 'idolPassed',
  staleAt: null,
  isUnwanted: false,
  ...change,
});
const noon = new Date('2026-11-23T04:00:00Z');

it.each([
  ['2026-11-23T13:59:59.999Z', undefined],
  ['2026-11-23T14:00:00.000Z', '2026-11-24T00:00:00.000Z'],
  ['2026-11-23T23:59:59.999Z', '2026-11-24T00:00:00.000Z'],
  ['2026-11-24T00:00:00.000Z', undefined],
])('the night in Taipei at %s ends at %s', (at, end) => {
  expect(endOfNight(new Date(at), 'Asia/Taipei')?.toISOString()).toBe(end);
});

it('a night is over at eight by the clock, also when clocks are changed in it', () => {
  expect(endOfNight(new Date('2026-11-01T03:30:00Z'), 'America/New_York')?.toISOString()).toBe(
    '2026-11-01T13:00:00.000Z',
  );
});

it('pushes the newest of each kind, three a day of the fan, and what is wanted and still true', () => {
  const all = [
    due(1),
    due(2),
    due(3, { kind: 'roundCloses', staleAt: noon }),
    due(4, { kind: 'expiry', isUnwanted: true }),
    due(5, { kind: 'raffleWon' }),
    due(6, { kind: 'endMoved' }),
    due(7, { kind: 'liveReminder' }),
  ];
  const plan = planPushes(fan, all, noon);
  expect(plan).toMatchObject({ postponedTo: undefined, day: '2026-11-23', sent: 3 });
  expect(plan.pushed.map(({ id }) => id)).toEqual([7, 6, 5]);
  expect(planPushes({ ...fan, day: '2026-11-23', sent: 2 }, all, noon).pushed).toHaveLength(1);
  expect(planPushes({ ...fan, day: '2026-11-23', sent: 3 }, all, noon).pushed).toEqual([]);
  expect(planPushes({ ...fan, day: '2026-11-22', sent: 3 }, all, noon).pushed).toHaveLength(3);
});

it('waits for the morning, unless the fan wants pushes at night', () => {
  const night = new Date('2026-11-23T15:00:00Z');
  expect(planPushes(fan, [due(1)], night)).toMatchObject({
    postponedTo: new Date('2026-11-24T00:00:00Z'),
    pushed: [],
    sent: 0,
  });
  expect(planPushes({ ...fan, atNight: true }, [due(1)], night)).toMatchObject({ pushed: [{ id: 1 }], sent: 1 });
});
