import type { FanRecords } from '#/fan-records.ts';
import { listNewestAttempts } from './quiz-copy.view.ts';

/** What somebody knows, and how quickly, is theirs: nothing of it stays. What was paid for it, the claim of the task tells. */
export const quizFanRecords: FanRecords = {
  erased: ['quiz_attempt', 'quiz_answer'],
  kept: {},
  async erase(tx, { id }) {
    // The answers go with their attempt.
    await tx.deleteFrom('quiz_attempt').where('fan_id', '=', id).execute();
  },
  async copy(db, { fan, mostRows }) {
    return { quizAttempts: await listNewestAttempts(db, fan.id, mostRows) };
  },
};
