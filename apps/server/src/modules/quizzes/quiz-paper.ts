import { createHmac } from 'node:crypto';
import type { QuizAttempt, QuizEdition } from './quiz.ts';

/** A question of an attempt and its options, in the order in which a fan sees them, under the ids of that attempt. */
export type PaperQuestion = {
  readonly questionId: string;
  /** Its place in the edition, from 0. */
  readonly question: number;
  readonly options: readonly { readonly optionId: string; readonly option: number }[];
};

/**
 * The paper of an attempt: which questions it asks, in which order, with their options in theirs. All of it follows from
 * the attempt's seed, which never leaves the server, so that it is the same after a reload and tells nothing about another.
 */
export function paperOf(
  { questions, shuffled }: Pick<QuizEdition, 'questions' | 'shuffled'>,
  { seed, questionCount }: Pick<QuizAttempt, 'seed' | 'questionCount'>,
): readonly PaperQuestion[] {
  const drawn = questions
    .map(({ options }, question) => ({
      questionId: idOf(seed, question),
      question,
      options: options
        .map((_, option) => ({ optionId: idOf(seed, question, option), option }))
        .toSorted(by((entry) => (shuffled ? entry.optionId : entry.option))),
    }))
    .toSorted(by((entry) => entry.questionId))
    .slice(0, questionCount);
  return shuffled ? drawn : drawn.toSorted(by((entry) => entry.question));
}

/** Sixteen letters that nobody can tell from chance: as ids they mean nothing, and sorted they are a shuffle. */
function idOf(seed: Buffer, ...place: readonly number[]): string {
  return createHmac('sha256', seed).update(place.join('.')).digest('base64url').slice(0, 16);
}

function by<T>(key: (entry: T) => string | number): (one: T, other: T) => number {
  return (one, other) => (key(one) < key(other) ? -1 : 1);
}
