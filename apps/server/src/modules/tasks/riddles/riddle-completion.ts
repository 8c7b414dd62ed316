import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { CompletionCheck, Completion } from '#/modules/tasks/completion-check.ts';
import type { ParticipationSource } from '#/modules/tasks/participations.view.ts';

/** The rounds a fan has unlocked, each an occurrence of its task; one without reward has lapsed. */
export const riddleParticipations: ParticipationSource = (fanId) => sql`
  select r.task_id, u.round_id, coalesce(u.marked_at, u.unlocked_at), u.reward,
         case when u.marked_at is null then 'started' when u.reward > 0 then 'awarded' else 'lapsed' end
    from riddle_unlock u join riddle_round r on r.id = u.round_id
   where u.fan_id = ${fanId}`;

const riddleType = 50;

type Latest = {
  readonly taskId: string;
  readonly open: boolean;
  readonly riddleCount: number;
  readonly answered: number;
  readonly reward: number | null;
};

/**
 * Checks a fan's progress with the riddles of a task: in the open round, else the last one. The marking pays rewards, so
 * there is nothing to claim.
 */
export const riddleCompletionCheck: CompletionCheck = {
  typeIds: new Set([riddleType]),
  async check(db, { fanId, tasks, at }) {
    const latest = await readLatestRounds(db, { fanId, taskIds: tasks.map(({ taskId }) => taskId), at });
    return new Map(latest.map((round) => [round.taskId, completionOf(round)]));
  },
};

/** The latest opened round of each task. */
async function readLatestRounds(
  db: Kysely<DB>,
  { fanId, taskIds, at }: { fanId: number | undefined; taskIds: readonly string[]; at: Date },
): Promise<Latest[]> {
  const { rows } = await sql<Latest>`
    select distinct on (r.task_id) r.task_id as "taskId", r.closes_at > ${at} as open,
           cardinality(r.rewards) as "riddleCount", u.reward,
           (select count(*)::integer from riddle_answer a
             where a.fan_id = u.fan_id and a.round_id = r.id) as answered
      from riddle_round r left join riddle_unlock u on u.round_id = r.id and u.fan_id = ${fanId ?? null}::bigint
     where r.task_id = any(${taskIds}::text[]) and r.opens_at <= ${at}
     order by r.task_id, r.opens_at desc`.execute(db);
  return rows;
}

function completionOf({ open, riddleCount, answered, reward }: Latest): Completion {
  if (open) return { state: 'available', progress: { done: answered, total: riddleCount } };
  return { state: reward !== null && reward > 0 ? 'awarded' : 'stayTuned' };
}
