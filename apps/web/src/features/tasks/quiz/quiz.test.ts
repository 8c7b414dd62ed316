import { describe, expect, test } from 'vitest';
import { chosenAfter, type AttemptQuestion, timeLeft } from './quiz.ts';

describe('choosing options', () => {
  test('takes the place of the other where there can be only one', () => {
    expect(chosenAfter([], 'a', 'single')).toEqual(['a']);
    expect(chosenAfter(['a'], 'b', 'single')).toEqual(['b']);
    expect(chosenAfter(['b'], 'b', 'single')).toEqual(['b']);
  });

  test('adds one and takes it away again where there can be several', () => {
    expect(chosenAfter(['a'], 'b', 'multiple')).toEqual(['a', 'b']);
    expect(chosenAfter(['a', 'b'], 'a', 'multiple')).toEqual(['b']);
  });
});

test('the time of a question runs from whole to nothing, and never below', () => {
  const askedMs = Date.parse('2026-11-21T12:00:00.000Z');
  const question = { askedAt: '2026-11-21T12:00:00.000Z', dueAt: '2026-11-21T12:00:20.000Z' } as AttemptQuestion;
  expect(timeLeft(question, askedMs - 500)).toEqual({ seconds: 21, part: 1 });
  expect(timeLeft(question, askedMs + 5_000)).toEqual({ seconds: 15, part: 0.75 });
  expect(timeLeft(question, askedMs + 19_001)).toMatchObject({ seconds: 1 });
  expect(timeLeft(question, askedMs + 60_000)).toEqual({ seconds: 0, part: 0 });
});
