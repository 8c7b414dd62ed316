import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  countRight,
  dueAt,
  hasNext,
  isInTime,
  isRight,
  notBefore,
  openQuestion,
  timesOf,
  type AskedQuestion,
  type QuizQuestion,
  paperOf,
} from './quiz.rules.ts';

const noon = new Date('2026-03-10T12:00:00.000Z');
const after = (ms: number) => new Date(noon.getTime() + ms);

function asked(question: Partial<AskedQuestion> = {}): AskedQuestion {
  return { place: 1, question: 0, askedAt: noon, dueAt: after(20_000), chosen: null, ...question };
}

describe('the mark of a question', () => {
  it.each<[string, number[], number[] | null, boolean]>([
    ['the one right option', [2], [2], true],
    ['a wrong option', [2], [1], false],
    ['all right options, in any order', [0, 3], [3, 0], true],
    ['one of two right options', [0, 3], [3], false],
    ['all right options and a wrong one', [0, 3], [0, 1, 3], false],
    ['nothing', [2], [], false],
    ['no answer', [2], null, false],
  ])('for %s', (_, right, chosen, mark) => {
    expect(isRight({ right }, chosen)).toBe(mark);
  });

  it('counts for its question at every place of the paper', () => {
    const questions = [{ right: [0] }, { right: [1] }, { right: [2] }] as unknown as QuizQuestion[];
    expect(
      countRight({ questions }, [asked({ question: 2, chosen: [2] }), asked({ place: 2, question: 0, chosen: [1] })]),
    ).toBe(1);
  });
});

describe('the time of a question', () => {
  it('is over two seconds of grace after it is due', () => {
    expect(dueAt({ secondsEach: 20 }, noon)).toEqual(after(20_000));
    expect(isInTime(asked(), after(22_000))).toBe(true);
    expect(isInTime(asked(), after(22_001))).toBe(false);
  });

  it('does not go back: an answer is given when its question was asked at the earliest', () => {
    expect(notBefore(noon, after(-1))).toEqual(noon);
    expect(notBefore(noon, after(1))).toEqual(after(1));
  });

  it('leaves the last question open until it is answered, left or late', () => {
    expect(openQuestion([], noon)).toBeUndefined();
    expect(openQuestion([asked()], after(1))).toMatchObject({ place: 1 });
    expect(openQuestion([asked({ chosen: [0] })], after(1))).toBeUndefined();
    expect(openQuestion([asked({ chosen: [] })], after(1))).toBeUndefined();
    expect(openQuestion([asked()], after(22_001))).toBeUndefined();
  });
});

describe('the time of an attempt', () => {
  const edition = { secondsPerQuestion: 20, questionCount: 3 };

  it('is that of its questions and five minutes of pauses, ten times as long for a fan who asks for more time', () => {
    expect(timesOf(edition, { begunAt: noon, moreTime: false })).toEqual({ secondsEach: 20, closesAt: after(360_000) });
    expect(timesOf(edition, { begunAt: noon, moreTime: true })).toEqual({
      secondsEach: 200,
      closesAt: after(3_600_000),
    });
  });

  it('leaves no question when all were asked, or it has closed', () => {
    const attempt = { questionCount: 2, closesAt: after(1000) };
    expect(hasNext(attempt, [asked()], after(999))).toBe(true);
    expect(hasNext(attempt, [asked()], after(1000))).toBe(false);
    expect(hasNext(attempt, [asked(), asked({ place: 2 })], noon)).toBe(false);
  });
});

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

  it('has different ids in every attempt', () => {
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

  it('puts every option in every place about as often, so that places reveal nothing', () => {
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
