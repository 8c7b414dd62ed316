import { sql } from 'kysely';
import type { ParticipationSource } from '#/modules/tasks/index.ts';

/** The quizzes that a fan has tried to the end; what a passed one paid, its claim tells. */
export const quizParticipations: ParticipationSource = (fanId) => sql`
  select task_id, occurrence, begun_at, null, 'started' from quiz_attempt
   where fan_id = ${fanId} and occurrence is not null`;
