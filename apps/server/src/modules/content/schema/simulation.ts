import * as z from 'zod';
import { activityId, artSeed, fields, idolId, listOf, wholeNumber } from './fields.ts';

const momentumExpectation = 'a number from -0.9 to 0.9';
const standing = fields({
  /** Her share is her weight divided by the sum of all weights. */
  weight: wholeNumber(1, 1_000_000),
  /** Changes her share over time: smaller by this fraction on the first day, larger by it on the last. */
  momentum: z
    .number({ error: momentumExpectation })
    .min(-0.9, { error: momentumExpectation })
    .max(0.9, { error: momentumExpectation }),
});

const wordExpectation = 'a word of 1 to 10 characters';
const words = listOf(
  z.string({ error: wordExpectation }).min(1, { error: wordExpectation }).max(10, { error: wordExpectation }),
  100,
);

/** The votes of one activity. */
const history = {
  activity: activityId,
  seed: artSeed,
  votes: wholeNumber(1, 50_000),
  popularity: z.record(idolId, standing, { error: 'a map from idol ids to weight and momentum' }),
  /** The number of simulated fans with a Best 7 ballot, one each. */
  best7Ballots: wholeNumber(1, 5000).optional(),
};

/** The simulated history of an activity, with those before it. */
export const simulation = fields({
  ...history,
  fans: wholeNumber(1, 5000),
  nicknames: fields({ first: words, second: words }),
  /** Earlier activities in which the same fans voted. */
  past: listOf(fields(history), 10).default([]),
  /** Keeps the simulated fans voting while a development server runs. */
  crowd: fields({ votesPerMinute: wholeNumber(1, 60) }).optional(),
  /** The number of nominations, and of votes in the final, in each song event that has opened. */
  songs: fields({ nominations: wholeNumber(1, 50_000), finalVotes: wholeNumber(1, 20_000) }).optional(),
});

export type Simulation = z.output<typeof simulation>;
