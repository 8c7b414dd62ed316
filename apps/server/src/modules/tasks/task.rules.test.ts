import { taskKinds, taskTypes } from '@lightstick/contract';
import { describe, expect, it } from 'vitest';
import {
  hasCompletionCheck,
  needsConfirmedView,
  nextOccurrenceStart,
  occurrencesAt,
  providerOf,
  socialActionOf,
  taskKind,
} from './task.rules.ts';

/** The specification's ids, and ours from 101 on, by kind. */
const specified = {
  checkIn: [2],
  socialAction: [8, 9, 10],
  visit: [13, 15, 23, 25, 36, 38, 42, 54, 55, 56, 62, 75, 85, 88],
  form: [16, 30, 31, 32, 33, 34, 37, 39, 40, 41, 43, 44, 47, 53, 77, 78, 79, 87],
  invite: [35],
  quiz: [49],
  riddle: [50],
  video: [76],
  stake: [90],
  link: [101, 102],
  luck: [103],
} as const;

const everyId = Object.values(specified).flat();
const unknown = Array.from({ length: 110 }, (_, typeId) => typeId).filter(
  (typeId) => !(everyId as readonly number[]).includes(typeId),
);

describe('the type of a task', () => {
  it.each(taskKinds.flatMap((kind) => specified[kind].map((typeId) => ({ typeId, kind }))))(
    '$typeId is of the kind $kind',
    ({ typeId, kind }) => {
      expect(taskKind({ typeId })).toBe(kind);
    },
  );

  it('has each id once, and no others', () => {
    expect(taskTypes).toEqual(specified);
    expect(new Set(everyId).size).toBe(everyId.length);
    for (const typeId of unknown) expect(() => taskKind({ typeId })).toThrow(`No task has the type ${typeId}`);
  });

  it('asks for a confirmed view of every visit but type 13, and of nothing else', () => {
    expect(everyId.filter((typeId) => needsConfirmedView(typeId))).toEqual(
      specified.visit.filter((typeId) => typeId !== 13),
    );
  });

  it('leaves tasks on other sites to completion checks', () => {
    const { form, invite, quiz, riddle, video, stake, luck } = specified;
    const elsewhere = [...form, ...invite, ...quiz, ...riddle, ...video, ...stake, ...luck];
    expect(everyId.filter((typeId) => hasCompletionCheck({ typeId }))).toEqual(elsewhere);
  });

  it.each([
    ['following', 8, 'follow', 'twitter'],
    ['reposting', 9, 'repost', 'twitter'],
    ['liking', 10, 'like', 'twitter'],
    ['linking X', 101, undefined, 'twitter'],
    ['linking Discord', 102, undefined, 'discord'],
    ['a quiz', 49, undefined, undefined],
    ['a visit', 36, undefined, undefined],
  ])('sorts %s', (_, typeId, action, provider) => {
    expect(socialActionOf({ typeId })).toBe(action);
    expect(providerOf({ typeId })).toBe(provider);
  });
});

describe('the occurrences of an instant', () => {
  it.each([
    ['Asia/Taipei', '2026-11-22T15:59:59.999Z', '2026-11-22', '2026-W47'],
    ['Asia/Taipei', '2026-11-22T16:00:00.000Z', '2026-11-23', '2026-W48'],
    ['America/New_York', '2026-11-23T04:59:59.999Z', '2026-11-22', '2026-W47'],
    ['Asia/Taipei', '2026-12-31T16:00:00.000Z', '2027-01-01', '2026-W53'],
  ])('in %s at %s are the day %s and the week %s', (timeZone, at, daily, weekly) => {
    expect(occurrencesAt(new Date(at), timeZone)).toEqual({ once: 'once', daily, weekly });
  });
});

describe('the next occurrence', () => {
  it.each([
    ['daily', 'Asia/Taipei', '2026-11-21T03:00:00.000Z', '2026-11-21T16:00:00.000Z'],
    ['daily', 'Asia/Taipei', '2026-11-21T15:59:59.999Z', '2026-11-21T16:00:00.000Z'],
    ['daily', 'Asia/Taipei', '2026-11-21T16:00:00.000Z', '2026-11-22T16:00:00.000Z'],
    ['daily', 'America/New_York', '2026-03-08T12:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['daily', 'America/New_York', '2026-11-01T12:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ['weekly', 'Asia/Taipei', '2026-11-21T03:00:00.000Z', '2026-11-22T16:00:00.000Z'],
    ['weekly', 'Asia/Taipei', '2026-11-22T16:00:00.000Z', '2026-11-29T16:00:00.000Z'],
    ['weekly', 'America/New_York', '2026-11-01T12:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ] as const)('%s, in %s after %s, begins at %s', (period, timeZone, at, start) => {
    expect(nextOccurrenceStart(period, new Date(at), timeZone)?.toISOString()).toBe(start);
  });

  it('of a task that is done once never comes', () => {
    expect(nextOccurrenceStart('once', new Date(), 'Asia/Taipei')).toBeUndefined();
  });
});
