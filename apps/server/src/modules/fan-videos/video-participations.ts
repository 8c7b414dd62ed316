import { sql } from 'kysely';
import type { ParticipationSource } from '#/modules/tasks/index.ts';

/** The tasks for which a fan has sent a video: being looked at, paid, or refused. One they took back is none. */
export const videoParticipations: ParticipationSource = (fanId) => sql`
  select task_id, occurrence, begun_at, reward,
         case state when 'refused' then 'refused' when 'uploading' then 'started' else 'held' end
    from fan_video where fan_id = ${fanId} and state not in ('withdrawn', 'accepted')
  union all
  select task_id, occurrence, paid_at, points, 'awarded' from fan_video_reward where fan_id = ${fanId}`;
