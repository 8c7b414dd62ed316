import { expect, test } from 'vitest';
import { best7Entry, songEntry } from './activity-entries.tsx';

const at = (hour: number) => Date.UTC(2026, 10, 22, hour);
const iso = (hour: number) => new Date(at(hour)).toISOString();
const poll = { activityId: '1004', state: 'open', opensAt: iso(1), closesAt: iso(4) } as const;
const songs = {
  title: 'Encore',
  state: 'between',
  nominations: { opensAt: iso(1), closesAt: iso(2), isFrozen: true },
  final: { opensAt: iso(3), closesAt: iso(4), isFrozen: false },
} as const;

test.each([
  ['scheduled', 0, 'coming', { id: 'activity.opensAt', at: iso(1) }],
  ['scheduled', 1, 'now', { id: 'activity.openUntil', at: iso(4) }],
  ['open', 2, 'now', { id: 'activity.openUntil', at: iso(4) }],
  ['closing', 4, 'now', { id: 'phase.closingNote' }],
  ['final', 5, 'ended', { id: 'activity.endedAt', at: iso(4) }],
] as const)('a Best 7 poll that is %s at hour %i is listed under %s', (state, hour, list, when) => {
  const entry = best7Entry({ ...poll, state }, at(hour));
  expect(entry).toMatchObject({ list, when, to: '/best7?activityId=1004' });
});

test.each([
  ['scheduled', 0, 'coming', { id: 'activity.opensAt', at: iso(1) }],
  ['nominating', 1, 'now', { id: 'activity.openUntil', at: iso(2) }],
  ['between', 2, 'now', { id: 'activity.opensAt', at: iso(3) }],
  ['final', 3, 'now', { id: 'activity.openUntil', at: iso(4) }],
  ['counting', 4, 'now', { id: 'phase.closingNote' }],
  ['ended', 5, 'ended', { id: 'activity.endedAt', at: iso(4) }],
] as const)('a song event that is %s at hour %i is listed under %s', (state, hour, list, when) => {
  expect(songEntry({ ...songs, state }, at(hour))).toMatchObject({ list, when, title: 'Encore' });
});
