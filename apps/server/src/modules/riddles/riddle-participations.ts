import { sql } from 'kysely';
import type { ParticipationSource } from '#/modules/tasks/index.ts';

/** The rounds that a fan has unlocked, each an occurrence of its task; one that brought nothing has lapsed. */
export const riddleParticipations: ParticipationSource = (fanId) => sql`
  select r.task_id, u.round_id, coalesce(u.marked_at, u.unlocked_at), u.reward,
         case when u.marked_at is null then 'started' when u.reward > 0 then 'awarded' else 'lapsed' end
    from riddle_unlock u join riddle_round r on r.id = u.round_id
   where u.fan_id = ${fanId}`;
