import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { givenTask, type TaskOptions } from './given-task.ts';

export type QuizOptions = {
  readonly passMark?: number;
  readonly questionCount?: number;
  readonly secondsPerQuestion?: number;
  readonly triesPerDay?: number;
  readonly shuffled?: boolean;
};

/** Right options are marked in the text, so that tests can answer. The picture shows a named idol. */
const questions = [
  {
    choice: 'single',
    text: inBoth('First question'),
    options: ['Yes, right 1', 'No, wrong 1', 'No, wrong 2'].map(inBoth),
    right: [0],
    note: inBoth('A note on the first'),
  },
  {
    choice: 'multiple',
    text: inBoth('Second question'),
    options: ['Yes, right 2', 'Yes, right 3', 'No, wrong 3'].map(inBoth),
    right: [0, 1],
  },
  {
    choice: 'single',
    text: inBoth('Third question'),
    picture: { drawing: 'portrait', seed: 'famous-name-h1', alt: inBoth('A portrait') },
    options: ['No, wrong 4', 'Yes, right 4'].map(inBoth),
    right: [1],
  },
];

/** Adds a quiz task as a content pack would: three questions, and two must be right. */
export async function givenQuiz(
  owner: { ownerPool: Pool },
  options: QuizOptions = {},
  task: TaskOptions = {},
): Promise<{ taskId: string; quizId: string }> {
  const quizId = `quiz-${randomBytes(6).toString('hex')}`;
  await putEdition(owner, quizId, options);
  const taskId = await givenTask(owner, { typeId: 49, tab: 'luckyTasks', linkTypes: [], dwellSeconds: 0, ...task });
  await owner.ownerPool.query('UPDATE task SET quiz_id = $2 WHERE id = $1', [taskId, quizId]);
  return { taskId, quizId };
}

/** Makes a quiz ask a new edition, as applying a corrected pack does. */
export async function putEdition(
  { ownerPool }: { ownerPool: Pool },
  quizId: string,
  options: QuizOptions = {},
): Promise<void> {
  const edition = createHash('sha256').update(randomBytes(8)).digest('hex');
  await ownerPool.query(
    `INSERT INTO quiz_edition (quiz_id, edition, questions, question_count, pass_mark, seconds_per_question,
                               tries_per_day, shuffled)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      quizId,
      edition,
      JSON.stringify(questions),
      options.questionCount ?? questions.length,
      options.passMark ?? 2,
      options.secondsPerQuestion ?? 20,
      options.triesPerDay ?? 3,
      options.shuffled ?? true,
    ],
  );
  await ownerPool.query(
    'INSERT INTO quiz (id, edition) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET edition = excluded.edition',
    [quizId, edition],
  );
}

function inBoth(english: string) {
  return { en_US: english, zh_TW: `${english}（中文）` };
}
