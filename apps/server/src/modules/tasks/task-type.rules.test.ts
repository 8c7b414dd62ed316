import { describe, expect, it } from 'vitest';
import { needsConfirmedView, taskKind } from './task-type.rules.ts';

const types = Array.from({ length: 100 }, (_, typeId) => typeId);
const visits = [13, 15, 23, 25, 36, 38, 42, 54, 55, 56, 62, 75, 85, 88];

describe('the type of a task', () => {
  it('makes exactly the visit-link types visits, in every tab', () => {
    for (const tab of ['visitingTasks', 'twitterTasks', 'bindTasks']) {
      expect(types.filter((typeId) => taskKind({ typeId, tab }) === 'visit')).toEqual(visits);
    }
  });

  it('asks for a confirmed view of every visit but type 13', () => {
    expect(types.filter((typeId) => needsConfirmedView(typeId))).toEqual(visits.filter((typeId) => typeId !== 13));
  });

  it('makes type 2 the check-in', () => {
    expect(types.filter((typeId) => taskKind({ typeId, tab: 'luckyTasks' }) === 'checkIn')).toEqual([2]);
  });

  it.each([
    ['the Twitter group', 8, 'luckyTasks', 'binding'],
    ['whatever else stands in the tab of bindings', 101, 'bindTasks', 'binding'],
    ['whatever else stands in the tab of Discord', 102, 'discordTasks', 'binding'],
    ['a quiz', 49, 'luckyTasks', 'other'],
  ])('sorts %s', (_, typeId, tab, kind) => {
    expect(taskKind({ typeId, tab })).toBe(kind);
  });
});
