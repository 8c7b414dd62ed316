import { describe, expect, test } from 'vitest';
import { type MyQuestion, type Stage, isOwnOutdated, standingOf, standingWords, toneOf } from './agent-room.ts';

const askedAt = '2026-11-26T12:00:00.000Z';
const queuedQuestion = (questionId: string) => ({ questionId, text: 'Who leads?', hands: 2, askedAt });
const stagedQuestion = (questionId: string) =>
  ({ ...queuedQuestion(questionId), pickedBy: 'hands', pickedAt: askedAt, answer: null }) as const;

const empty: Stage = {
  state: 'open',
  mode: 'automatic',
  model: null,
  now: null,
  queue: [],
  waiting: 0,
  nextPickAt: null,
  featured: null,
};
const question: MyQuestion = {
  ...queuedQuestion('7'),
  state: 'waiting',
  place: 5,
  reason: null,
  answer: null,
  helpLines: null,
};
const waiting: Stage = { ...empty, queue: [queuedQuestion('3'), queuedQuestion('7')], waiting: 2 };
const answering: Stage = { ...empty, now: stagedQuestion('7') };

describe('where a question stands', () => {
  test('is what the stage shows, because it is newer', () => {
    expect(standingOf(question, waiting)).toEqual({ state: 'waiting', place: 2 });
    expect(standingOf(question, answering)).toEqual({ state: 'answering', place: null });
  });

  test('is what the server says where the stage does not show it', () => {
    expect(standingOf(question, empty)).toEqual({ state: 'waiting', place: 5 });
    expect(standingOf({ ...question, state: 'passed', place: null }, waiting)).toEqual({ state: 'waiting', place: 2 });
  });

  test('is said with its place, its hands and its reason', () => {
    const t = (id: string, values = {}) => [id, ...Object.values(values)].join(' ');
    expect(standingWords({ state: 'waiting', place: 2 }, question, undefined, t)).toEqual({
      title: 'agent.mine.place 2',
      text: 'agent.mine.hands 2',
    });
    expect(
      standingWords({ state: 'passed', place: null }, { ...question, reason: 'Too late.' }, undefined, t).text,
    ).toBe('Too late.');
    expect(standingWords({ state: 'refused', place: null }, question, undefined, t).text).toBe('agent.mine.askOther');
  });

  test.each([
    ['answered', 'good'],
    ['suggested', 'unsure'],
    ['unknown', 'unsure'],
  ] as const)('is said of an answer by its outcome: %s', (outcome, tone) => {
    const t = (id: string) => id;
    const standing = { state: 'answered', place: null } as const;
    expect(standingWords(standing, question, outcome, t).title).toBe(`agent.mine.${outcome}`);
    expect(toneOf(standing, outcome)).toBe(tone);
  });
});

describe('the fan’s own part', () => {
  test('is out of date once the question leaves the queue or comes onto the stage', () => {
    expect(isOwnOutdated(question, waiting, empty)).toBe(true);
    expect(isOwnOutdated(question, waiting, answering)).toBe(true);
    expect(isOwnOutdated({ ...question, state: 'held' }, empty, waiting)).toBe(true);
  });

  test('is up to date when only hands change, or when the question is settled', () => {
    expect(isOwnOutdated(question, waiting, { ...waiting, waiting: 3 })).toBe(false);
    expect(isOwnOutdated({ ...question, state: 'passed' }, waiting, empty)).toBe(false);
  });

  test('is out of date when an answer may count for a merged question', () => {
    expect(isOwnOutdated({ ...question, state: 'merged' }, empty, { ...empty, now: stagedQuestion('3') })).toBe(true);
  });
});
