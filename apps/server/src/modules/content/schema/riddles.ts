import * as z from 'zod';
import { fields, listOf, packTime, text, wholeNumber, wordId } from './fields.ts';

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
  /** What counts as right, in whatever language a fan answers. The first of each language is shown when the round closed. */
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
  /** Points that all fans together can win; what the places of the round are reckoned from. */
  budget: wholeNumber(1, 1_000_000_000_000),
  riddles: listOf(riddle, 20),
});

export type RiddleRound = z.output<typeof riddleRound>;
