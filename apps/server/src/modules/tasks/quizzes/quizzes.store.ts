import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import type { AskedQuestion, QuizAttempt, QuizEdition } from './quiz.rules.ts';

const attemptColumns = [
  'id',
  'quiz_id as quizId',
  'edition',
  'question_count as questionCount',
  'pass_mark as passMark',
  'seed',
  'seconds_each as secondsEach',
  'begun_at as begunAt',
  'closes_at as closesAt',
  'ended_at as endedAt',
  'right_count as rightCount',
  'passed',
] as const;

type OwnTask = { readonly fanId: number; readonly taskId: string };

/** Finds the current edition of a quiz, or that of an attempt. */
export async function findEdition(
  db: Kysely<DB>,
  { quizId, edition }: { quizId: string; edition?: string },
): Promise<QuizEdition> {
  return db
    .selectFrom('quiz_edition as e')
    .select([
      'e.quiz_id as quizId',
      'e.edition',
      'e.questions',
      'e.question_count as questionCount',
      'e.pass_mark as passMark',
      'e.seconds_per_question as secondsPerQuestion',
      'e.tries_per_day as triesPerDay',
      'e.shuffled',
    ])
    .where('e.quiz_id', '=', quizId)
    .where('e.edition', '=', (query) =>
      edition === undefined
        ? query.selectFrom('quiz').select('quiz.edition').where('quiz.id', '=', quizId)
        : query.val(edition),
    )
    .$castTo<QuizEdition>()
    .executeTakeFirstOrThrow();
}

/** Finds a fan's running attempt, if any. */
export async function findRunning(db: Kysely<DB>, { fanId, taskId }: OwnTask): Promise<QuizAttempt | undefined> {
  return db
    .selectFrom('quiz_attempt')
    .select(attemptColumns)
    .where('fan_id', '=', fanId)
    .where('task_id', '=', taskId)
    .where('ended_at', 'is', null)
    .$castTo<QuizAttempt>()
    .executeTakeFirst();
}

/** Finds a fan's last finished attempt. */
export async function findLastEnded(db: Kysely<DB>, { fanId, taskId }: OwnTask): Promise<QuizAttempt | undefined> {
  return db
    .selectFrom('quiz_attempt')
    .select(attemptColumns)
    .where('fan_id', '=', fanId)
    .where('task_id', '=', taskId)
    .where('ended_at', 'is not', null)
    .orderBy('begun_at', 'desc')
    .limit(1)
    .$castTo<QuizAttempt>()
    .executeTakeFirst();
}

/** Finds the attempt that a fan has passed in an occurrence. */
export async function findPass(
  db: Kysely<DB>,
  { fanId, taskId, occurrence }: OwnTask & { occurrence: string },
): Promise<QuizAttempt | undefined> {
  return db
    .selectFrom('quiz_attempt')
    .select(attemptColumns)
    .where('fan_id', '=', fanId)
    .where('task_id', '=', taskId)
    .where('occurrence', '=', occurrence)
    .where('passed', '=', true)
    .$castTo<QuizAttempt>()
    .executeTakeFirst();
}

/** Counts the tries of a fan on a day. */
export async function countTries(db: Kysely<DB>, { fanId, taskId, day }: OwnTask & { day: string }): Promise<number> {
  const { tries } = await db
    .selectFrom('quiz_attempt')
    .select(({ fn }) => fn.countAll<number>().as('tries'))
    .where('fan_id', '=', fanId)
    .where('task_id', '=', taskId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return tries;
}

/** Uses a try of a day. Constraints refuse one too many, and a second running attempt. */
export async function insertAttempt(
  tx: Transaction<DB>,
  {
    edition,
    ...attempt
  }: OwnTask & {
    id: string;
    edition: QuizEdition;
    day: string;
    tryOfDay: number;
    seed: Buffer;
    secondsEach: number;
    begunAt: Date;
    closesAt: Date;
  },
): Promise<QuizAttempt> {
  return tx
    .insertInto('quiz_attempt')
    .values({
      id: attempt.id,
      fan_id: attempt.fanId,
      task_id: attempt.taskId,
      quiz_id: edition.quizId,
      edition: edition.edition,
      question_count: edition.questionCount,
      pass_mark: edition.passMark,
      tries_per_day: edition.triesPerDay,
      day: attempt.day,
      try: attempt.tryOfDay,
      seed: attempt.seed,
      seconds_each: attempt.secondsEach,
      begun_at: attempt.begunAt,
      closes_at: attempt.closesAt,
    })
    .returning(attemptColumns)
    .$castTo<QuizAttempt>()
    .executeTakeFirstOrThrow();
}

/** Lists the asked questions of an attempt, in order. */
export async function listAsked(db: Kysely<DB>, attemptId: string): Promise<AskedQuestion[]> {
  return db
    .selectFrom('quiz_answer')
    .select(['place', 'question', 'asked_at as askedAt', 'due_at as dueAt', 'chosen'])
    .where('attempt_id', '=', attemptId)
    .orderBy('place')
    .execute();
}

export async function insertAsked(
  tx: Transaction<DB>,
  attemptId: string,
  { place, question, askedAt, dueAt }: Omit<AskedQuestion, 'chosen'>,
): Promise<void> {
  await tx
    .insertInto('quiz_answer')
    .values({ attempt_id: attemptId, place, question, asked_at: askedAt, due_at: dueAt })
    .execute();
}

/** Stores a fan's choice. An existing answer stays. */
export async function writeAnswer(
  tx: Transaction<DB>,
  attemptId: string,
  { place, chosen, answeredAt }: { place: number; chosen: readonly number[]; answeredAt: Date },
): Promise<void> {
  await tx
    .updateTable('quiz_answer')
    .set({ chosen: [...chosen], answered_at: answeredAt })
    .where('attempt_id', '=', attemptId)
    .where('place', '=', place)
    .where('chosen', 'is', null)
    .execute();
}

/** Ends a running attempt in the occurrence it counts for. */
export async function endAttempt(
  tx: Transaction<DB>,
  attemptId: string,
  { endedAt, occurrence, rightCount }: { endedAt: Date; occurrence: string; rightCount: number },
): Promise<QuizAttempt> {
  return tx
    .updateTable('quiz_attempt')
    .set({ ended_at: endedAt, occurrence, right_count: rightCount })
    .where('id', '=', attemptId)
    .where('ended_at', 'is', null)
    .returning(attemptColumns)
    .$castTo<QuizAttempt>()
    .executeTakeFirstOrThrow();
}

/** Lists a fan's newest attempts and their total. */
export async function listNewestAttempts(db: Kysely<DB>, fanId: number, most: number) {
  const attempts = db.selectFrom('quiz_attempt').where('fan_id', '=', fanId);
  const { total } = await attempts.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await attempts
    .select([
      'task_id as taskId',
      'begun_at as begunAt',
      'ended_at as endedAt',
      'question_count as questionCount',
      'right_count as rightCount',
      'passed',
    ])
    .orderBy('begun_at', 'desc')
    .limit(most)
    .execute();
  return {
    total,
    rows: rows.map((row) => ({
      ...row,
      begunAt: row.begunAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
    })),
  };
}

/** Knowledge and speed are personal, so attempts are erased; the claim shows the payment. */
export const quizPersonalData: PersonalData = {
  erased: ['quiz_attempt', 'quiz_answer'],
  kept: {},
  async erase(tx, { id }) {
    // Answers are deleted with their attempt.
    await tx.deleteFrom('quiz_attempt').where('fan_id', '=', id).execute();
  },
  async copy(db, { fan, mostRows }) {
    return { quizAttempts: await listNewestAttempts(db, fan.id, mostRows) };
  },
};
