import { sql } from 'kysely';
import type { ParticipationSource } from '#/modules/tasks/index.ts';

/** The forms that a fan went to, or that were confirmed without it; what a confirmed one paid, its claim tells. */
export const formParticipations: ParticipationSource = (fanId) => sql`
  select task_id, occurrence, coalesce(opened_at, confirmed_at), null, 'started' from form_entry
   where fan_id = ${fanId} and (opened_at is not null or confirmed_at is not null)`;
