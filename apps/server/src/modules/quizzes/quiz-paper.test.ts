import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { paperOf } from './quiz-paper.ts';
import type { QuizQuestion } from './quiz.ts';

const text = { en_US: 'A', zh_TW: '甲' };
const questions = Array.from({ length: 6 }, (): QuizQuestion => ({
  choice: 'single',
  text,
  options: [text, text, text, text],
  right: [0],
}));

describe('the paper of an attempt', () => {
  it('is the same whenever it is made again from its seed', () => {
    const seed = randomBytes(32);
    const paper = () => paperOf({ questions, shuffled: true }, { seed, questionCount: 4 });
    expect(paper()).toEqual(paper());
    expect(paper()).toHaveLength(4);
  });

  it('has ids of its own in every attempt, all different', () => {
    const ids = [randomBytes(32), randomBytes(32)].flatMap((seed) =>
      paperOf({ questions, shuffled: false }, { seed, questionCount: 6 }).flatMap((one) => [
        one.questionId,
        ...one.options.map(({ optionId }) => optionId),
      ]),
    );
    expect(new Set(ids).size).toBe(2 * 6 * 5);
  });

  it('keeps the order of the author where it is not shuffled, also of questions that were drawn', () => {
    const paper = paperOf({ questions, shuffled: false }, { seed: randomBytes(32), questionCount: 3 });
    const drawn = paper.map(({ question }) => question);
    expect(drawn).toEqual(drawn.toSorted((one, other) => one - other));
    expect(paper[0]?.options.map(({ option }) => option)).toEqual([0, 1, 2, 3]);
  });

  it('puts every option in every place about as often, so that no place tells what is right', () => {
    const first = [0, 0, 0, 0];
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const seed = Buffer.alloc(32);
      seed.writeUInt32BE(attempt);
      const paper = paperOf({ questions: questions.slice(0, 1), shuffled: true }, { seed, questionCount: 1 });
      const option = paper[0]?.options[0]?.option ?? 0;
      first[option] = (first[option] ?? 0) + 1;
    }
    for (const often of first) expect(often).toBeGreaterThan(30);
  });
});
