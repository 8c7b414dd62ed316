import type { Entry, PackDraft } from './pack.ts';
import type { Problem } from './problem.ts';
import type { Quiz } from './schema/quizzes.ts';

/** Every quiz can be passed, every quiz task names a quiz, and every quiz has a task. */
export function quizChecks({ quizzes, tasks }: Pick<PackDraft, 'quizzes' | 'tasks'>): Problem[] {
  return [...quizzes.entries.flatMap(passable), ...namedQuizzes({ quizzes, tasks })];
}

function passable({ value: quiz, problem }: Entry<Quiz>): Problem[] {
  const count = quiz.questions.length;
  const asked = quiz.ask ?? count;
  const problems: Problem[] = [];
  if (asked > count)
    problems.push(problem(['ask'], `is ${asked}, but there are ${count} questions; expected at most that`));
  else if (quiz.passMark > asked)
    problems.push(
      problem(['passMark'], `is ${quiz.passMark}, but ${asked} questions are asked; expected at most that`),
    );
  for (const [index, { choice, options }] of quiz.questions.entries()) {
    const path = ['questions', index, 'options'];
    const right = options.filter((option) => option.right).length;
    if (right === 0) problems.push(problem(path, 'has no right option; expected right: true at one of them'));
    if (right > 1 && choice === 'single')
      problems.push(
        problem(path, `has ${right} right options; expected one, because the choice is single, or the choice multiple`),
      );
  }
  return problems;
}

function namedQuizzes({ quizzes, tasks }: Pick<PackDraft, 'quizzes' | 'tasks'>): Problem[] {
  const { ids } = quizzes;
  if (!ids) return [];
  const problems: Problem[] = [];
  const named = new Map<string, string>();
  for (const { value: task, problem } of tasks.entries) {
    if (!('quiz' in task)) continue;
    const earlier = named.get(task.quiz);
    named.set(task.quiz, earlier ?? task.id);
    if (!ids.has(task.quiz)) {
      const known = ids.size > 0 ? `one of ${[...ids].join(', ')}` : 'a quiz of quizzes.yaml';
      problems.push(problem(['quiz'], `is "${task.quiz}", which is no quiz of this pack; expected ${known}`));
    } else if (earlier !== undefined) {
      // A fan who finished one of the tasks sees the answers, and could use them in the other.
      problems.push(
        problem(['quiz'], `is "${task.quiz}", which task ${earlier} asks already; expected a quiz of its own`),
      );
    }
  }
  // A task that could not be read may name it.
  if (!tasks.ids || tasks.entries.length < tasks.ids.size) return problems;
  const unused = quizzes.entries.filter(({ value }) => !named.has(value.id));
  return [
    ...problems,
    ...unused.map(({ value, problem }) =>
      problem(['id'], `is "${value.id}", which no task asks; expected a task of type 49 with quiz: ${value.id}`),
    ),
  ];
}
