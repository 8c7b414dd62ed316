import { describe, expect, it } from 'vitest';
import type { Schedule } from './plan.ts';
import { occurrencesOf } from './luck.rules.ts';

const now = new Date('2026-11-25T04:00:00Z');
const until = new Date('2026-11-26T16:00:00Z');

function listOccurrences(schedule: Schedule, at = { now, until }): string[] {
  return occurrencesOf(schedule, at).map(({ suffix, opensAt }) => `${suffix} ${opensAt.toISOString()}`);
}

const twiceADay: Schedule = { kind: 'daily', at: ['20:30', '12:30'], timeZone: 'Asia/Taipei', lastsMinutes: 120 };

describe('the occurrences of a schedule', () => {
  it('open at the local times of each day, in order', () => {
    expect(listOccurrences(twiceADay)).toEqual([
      '-20261125-1230 2026-11-25T04:30:00.000Z',
      '-20261125-2030 2026-11-25T12:30:00.000Z',
      '-20261126-1230 2026-11-26T04:30:00.000Z',
      '-20261126-2030 2026-11-26T12:30:00.000Z',
    ]);
  });

  it('include one that is under way and not one that has ended', () => {
    const end = new Date('2026-11-25T06:30:00Z');
    expect(listOccurrences(twiceADay, { now: new Date(end.getTime() - 1), until: end })[0]).toContain('-20261125-1230');
    expect(listOccurrences(twiceADay, { now: end, until: end })).toEqual([]);
  });

  it('end by the end of their schedule', () => {
    const ending = { ...twiceADay, until: '2026-11-25T14:30:00.000Z' };
    expect(listOccurrences(ending)).toHaveLength(2);
    expect(listOccurrences({ ...ending, until: '2026-11-25T14:29:59.999Z' })).toHaveLength(1);
  });

  it('open once a week on the weekday', () => {
    const weekly: Schedule = {
      kind: 'weekly',
      weekday: 7,
      at: '21:00',
      timeZone: 'Asia/Taipei',
      lastsMinutes: 7 * 1440,
    };
    expect(listOccurrences(weekly)).toEqual(['-20261122-2100 2026-11-22T13:00:00.000Z']);
  });

  it('keep the local time when clocks change', () => {
    const inNewYork: Schedule = { kind: 'daily', at: ['12:30'], timeZone: 'America/New_York', lastsMinutes: 60 };
    const change = { now: new Date('2026-10-31T12:00:00Z'), until: new Date('2026-11-01T23:00:00Z') };
    expect(listOccurrences(inNewYork, change)).toEqual([
      '-20261031-1230 2026-10-31T16:30:00.000Z',
      '-20261101-1230 2026-11-01T17:30:00.000Z',
    ]);
  });

  it('open some minutes after the start, once', () => {
    const welcome: Schedule = { kind: 'afterStart', minutes: 3, lastsMinutes: 60 };
    expect(listOccurrences(welcome)).toEqual([' 2026-11-25T04:03:00.000Z']);
  });

  it('are over after the end of a single one', () => {
    const past: Schedule = { kind: 'once', opensAt: '2026-11-01T00:00:00.000Z', closesAt: '2026-11-25T04:00:00.000Z' };
    expect(listOccurrences(past)).toEqual([]);
  });
});
