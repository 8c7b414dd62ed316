import * as z from 'zod';
import { artSeed, fields, listOf, oneOf, text, wholeNumber, wordId } from './fields.ts';

const yesOrNo = z.boolean({ error: 'true or false' });
const optionsExpectation = 'a list of 2 to 8';

const option = fields({ text: text(120), right: yesOrNo.default(false) });

/** A drawing of a seed, and what it shows for whoever cannot see it. It must not give the answer away. */
const picture = fields({ drawing: oneOf(['portrait', 'cover']), seed: artSeed, alt: text(120) });

const question = fields({
  choice: oneOf(['single', 'multiple']),
  text: text(200),
  picture: picture.optional(),
  options: z
    .array(option, { error: optionsExpectation })
    .min(2, { error: optionsExpectation })
    .max(8, { error: optionsExpectation }),
  /** Shown with the right answers when the quiz is over. */
  note: text(240).optional(),
});

/** A quiz, which tasks of type 49 name. */
export const quiz = fields({
  id: wordId,
  secondsPerQuestion: wholeNumber(10, 300),
  /** How many of the questions an attempt asks; all of them when it is left out. */
  ask: wholeNumber(1, 50).optional(),
  /** How many of those must be right. */
  passMark: wholeNumber(1, 50),
  triesPerDay: wholeNumber(1, 20),
  /** Whether every attempt has an order of its own, of questions and of options. */
  shuffle: yesOrNo,
  questions: listOf(question, 50),
});

export type Quiz = z.output<typeof quiz>;
