import { expect, it } from 'vitest';
import { mayHide } from './reports.store.ts';

const honest = { sentToday: 0, alarmsToday: 0, falseAlarms: 0, unfounded: 0 };

it.each([
  ['a first one', honest, 'spam', true],
  ['a third alarm of a day', { ...honest, sentToday: 2, alarmsToday: 2 }, 'childSafety', true],
  ['a fourth alarm of a day', { ...honest, sentToday: 3, alarmsToday: 3 }, 'childSafety', false],
  ['spam after three alarms', { ...honest, sentToday: 3, alarmsToday: 3 }, 'spam', true],
  ['an alarm after a false one', { ...honest, falseAlarms: 1, unfounded: 1 }, 'childSafety', false],
  ['spam after a false alarm', { ...honest, falseAlarms: 1, unfounded: 1 }, 'spam', false],
  ['spam after two without ground', { ...honest, unfounded: 2 }, 'spam', true],
  ['an alarm after three without ground', { ...honest, unfounded: 3 }, 'childSafety', false],
])('of reports, %s hides or not', (_, past, reason, hides) => {
  expect(mayHide(past, reason)).toBe(hides);
});
