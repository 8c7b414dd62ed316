import * as z from 'zod';
import { artSeed, fields, listOf, oneOf, text, wholeNumber, wordId, packTime } from './fields.ts';

const spellingExpectation = 'a text of 1 to 100 characters';
const spelling = z
  .string({ error: spellingExpectation })
  .trim()
  .min(1, { error: spellingExpectation })
  .max(100, { error: spellingExpectation });
const spellings = listOf(spelling, 20);

const riddle = fields({
  id: wordId,
  text: text(400),
  hint: text(200),
  /** Accepted answers, in any language of the fan. The first of each language is shown after the round. */
  answers: fields({ en_US: spellings, zh_TW: spellings }),
});

/** A round of riddles, on the card of a task of type 50. */
export const riddleRound = fields({
  id: wordId,
  task: wordId,
  title: text(60),
  description: text(240),
  opensAt: packTime,
  closesAt: packTime,
  /** Points to unlock the round. */
  price: wholeNumber(1, 1_000_000),
  /** Points for one right answer, for two, … for all. */
  rewards: listOf(wholeNumber(0, 1_000_000), 20),
  /** Points that all fans together can win; it bounds the places of the round. */
  budget: wholeNumber(1, 1_000_000_000_000),
  riddles: listOf(riddle, 20),
});

export type RiddleRound = z.output<typeof riddleRound>;

const yesOrNo = z.boolean({ error: 'true or false' });
const optionsExpectation = 'a list of 2 to 8';

const option = fields({ text: text(120), right: yesOrNo.default(false) });

/** A drawing from a seed, with a text alternative that must not reveal the answer. */
const picture = fields({ drawing: oneOf(['portrait', 'cover']), seed: artSeed, alt: text(120) });

const question = fields({
  choice: oneOf(['single', 'multiple']),
  text: text(200),
  picture: picture.optional(),
  options: z
    .array(option, { error: optionsExpectation })
    .min(2, { error: optionsExpectation })
    .max(8, { error: optionsExpectation }),
  /** Shown with the right answers after the quiz. */
  note: text(240).optional(),
});

/** A quiz, named by tasks of type 49. */
export const quiz = fields({
  id: wordId,
  secondsPerQuestion: wholeNumber(10, 300),
  /** The number of questions an attempt asks; defaults to all. */
  ask: wholeNumber(1, 50).optional(),
  /** The number of right answers needed. */
  passMark: wholeNumber(1, 50),
  triesPerDay: wholeNumber(1, 20),
  /** Whether each attempt shuffles questions and options. */
  shuffle: yesOrNo,
  questions: listOf(question, 50),
});

export type Quiz = z.output<typeof quiz>;
