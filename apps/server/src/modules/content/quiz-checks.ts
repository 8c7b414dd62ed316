import { normaliseText } from '#/lib/normalise-text.ts';
import type { PackTime } from './pack-time.ts';
import type { PackEntry, PackDraft } from './pack.ts';
import type { Problem } from './yaml-file.ts';
import type { Quiz, RiddleRound } from './schema/tasks.ts';

/** Checks that every quiz can be passed, every quiz task names a quiz, and every quiz has a task. */
export function quizChecks({ quizzes, tasks }: Pick<PackDraft, 'quizzes' | 'tasks'>): Problem[] {
  return [...quizzes.entries.flatMap(checkPassMark), ...checkQuizNames({ quizzes, tasks })];
}

function checkPassMark({ value: quiz, problem }: PackEntry<Quiz>): Problem[] {
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

function checkQuizNames({ quizzes, tasks }: Pick<PackDraft, 'quizzes' | 'tasks'>): Problem[] {
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

type Round = PackEntry<RiddleRound>;
type RiddleDraft = Pick<PackDraft, 'riddleRounds' | 'tasks'>;

/** Checks that every round can be played and paid, and belongs to a task of riddles. */
export function riddleChecks(draft: RiddleDraft): Problem[] {
  const rounds = draft.riddleRounds.entries;
  return [
    ...rounds.flatMap(rewardsFit),
    ...rounds.flatMap(answersApart),
    ...riddlesApart(rounds),
    ...oneAtATime(rounds),
    ...tasksFit(draft),
  ];
}

function rewardsFit({ value: round, problem }: Round): Problem[] {
  const { rewards, riddles, budget } = round;
  const problems: Problem[] = [];
  if (rewards.length !== riddles.length) {
    problems.push(
      problem(['rewards'], `has ${rewards.length} for ${riddles.length} riddles; expected one for each number right`),
    );
  }
  for (const [index, reward] of rewards.entries()) {
    const before = rewards[index - 1] ?? 0;
    if (reward < before)
      problems.push(problem(['rewards', index], `is ${reward} after ${before}; expected no less for more right`));
  }
  const most = rewards.at(-1) ?? 0;
  if (most === 0) problems.push(problem(['rewards', rewards.length - 1], 'is 0; expected a reward for all right'));
  if (budget < most)
    problems.push(problem(['budget'], `is ${budget}, but one fan can win ${most}; expected at least that`));
  return problems;
}

/**
 * Reports an answer that is written twice: its author took the two for different, so the problem names what makes them
 * equal.
 */
function answersApart({ value: round, problem }: Round): Problem[] {
  return round.riddles.flatMap(({ answers }, riddle) => {
    const written = new Map<string, string>();
    return (['en_US', 'zh_TW'] as const).flatMap((language) =>
      answers[language].flatMap((answer, index) => {
        const path = ['riddles', riddle, 'answers', language, index];
        const normalised = normaliseText(answer);
        if (normalised === '') return [problem(path, `is "${answer}"; expected at least one letter or digit`)];
        const other = written.get(normalised);
        written.set(normalised, other ?? answer);
        // The first answer of each language is shown to fans and may be equal in both.
        const isShownInBoth = language === 'zh_TW' && index === 0 && other === answers.en_US[0];
        if (other === undefined || isShownInBoth) return [];
        return [problem(path, `is "${answer}", which counts like "${other}"; expected each answer once`)];
      }),
    );
  });
}

function riddlesApart(rounds: readonly Round[]): Problem[] {
  const homes = new Map<string, string>();
  return rounds.flatMap(({ value: round, problem }) =>
    round.riddles.flatMap(({ id }, index) => {
      const home = homes.get(id);
      homes.set(id, home ?? round.id);
      if (home === undefined) return [];
      return [problem(['riddles', index, 'id'], `is "${id}", which round ${home} has; expected an id of its own`)];
    }),
  );
}

/** Durations and dates have no order until the pack is applied, so all rounds use one of the two. */
function oneAtATime(rounds: readonly Round[]): Problem[] {
  const [first] = rounds;
  return rounds.flatMap(({ value: round, problem }, index) => {
    if (round.opensAt.kind !== round.closesAt.kind) return [];
    if (first && first.value.opensAt.kind !== round.opensAt.kind) {
      return [
        problem(['opensAt'], `is not written the way that of round ${first.value.id} is; expected all rounds alike`),
      ];
    }
    const rival = rounds.slice(0, index).find(({ value }) => overlap(value, round));
    if (!rival) return [];
    return [problem(['opensAt'], `is while round ${rival.value.id} is open; expected one round at a time`)];
  });
}

type PackWindow = { readonly opensAt: PackTime; readonly closesAt: PackTime };

function overlap(one: PackWindow, other: PackWindow): boolean {
  return one.opensAt.ms < other.closesAt.ms && other.opensAt.ms < one.closesAt.ms;
}

/** The type of tasks whose cards show rounds of riddles. */
export const riddleType = 50;

function tasksFit({ riddleRounds, tasks }: RiddleDraft): Problem[] {
  const { ids } = tasks;
  if (!ids) return [];
  const problems = riddleRounds.entries.flatMap(({ value: round, problem }) => {
    const task = tasks.entries.find((entry) => entry.value.id === round.task)?.value;
    if (!ids.has(round.task)) {
      return [problem(['task'], `is "${round.task}", which is no task of this pack; expected one of type 50`)];
    }
    if (!task || task.type === riddleType) return [];
    return [problem(['task'], `is "${round.task}", which is of type ${task.type}; expected a task of type 50`)];
  });
  // The total a task has to pay is only known when all rounds could be read and resolve to their tasks.
  const allRead = riddleRounds.ids?.size === riddleRounds.entries.length;
  if (!allRead || problems.length > 0) return problems;
  return tasks.entries.flatMap((task) => paysItsRounds(task, riddleRounds.entries));
}

/** Checks that a card promises the largest reward of its rounds, and that its budget pays for all of them. */
function paysItsRounds(
  { value: task, problem }: PackDraft['tasks']['entries'][number],
  all: readonly Round[],
): Problem[] {
  const rounds = all.filter(({ value }) => value.task === task.id);
  if (task.type !== riddleType || rounds.length === 0 || !('reward' in task)) return [];
  const most = Math.max(...rounds.map(({ value }) => value.rewards.at(-1) ?? 0));
  const budgets = rounds.reduce((sum, { value }) => sum + value.budget, 0);
  const problems: Problem[] = [];
  if (task.reward !== most)
    problems.push(problem(['reward'], `is ${task.reward}, but its rounds bring up to ${most}; expected just that`));
  if (task.budget < budgets) {
    problems.push(
      problem(['budget'], `is ${task.budget}, but its rounds have ${budgets} together; expected at least that`),
    );
  }
  return problems;
}
