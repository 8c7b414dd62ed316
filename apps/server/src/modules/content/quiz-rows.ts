import { createHash } from 'node:crypto';
import type { Quiz } from './schema/quizzes.ts';

/** A quiz of a pack as an edition of it: the same contents are the same edition, in whatever pack they stand. */
export function quizEditionRow(quiz: Quiz) {
  const contents = {
    questions: quiz.questions.map(({ options, ...question }) => ({
      ...question,
      options: options.map((option) => option.text),
      right: options.flatMap((option, place) => (option.right ? [place] : [])),
    })),
    question_count: quiz.ask ?? quiz.questions.length,
    pass_mark: quiz.passMark,
    seconds_per_question: quiz.secondsPerQuestion,
    tries_per_day: quiz.triesPerDay,
    shuffled: quiz.shuffle,
  };
  const edition = createHash('sha256').update(JSON.stringify(contents)).digest('hex');
  return { quiz_id: quiz.id, edition, ...contents };
}

/** The quiz itself, which asks what this edition says. */
export function quizRow(quiz: Quiz) {
  const { quiz_id: id, edition } = quizEditionRow(quiz);
  return { id, edition };
}
