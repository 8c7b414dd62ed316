import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { TaskWitness, Testimony } from '#/modules/tasks/index.ts';

const riddleType = 50;

type Latest = {
  readonly taskId: string;
  readonly open: boolean;
  readonly riddleCount: number;
  readonly answered: number;
  readonly reward: number | null;
};

/**
 * Sees how far a fan has come with the riddles of a task: in the round that is open, else in the one that was last. Its
 * rewards are paid by the marking, so nothing is ever left to be claimed.
 */
export const riddleWitness: TaskWitness = {
  typeIds: new Set([riddleType]),
  async testify(db, { fanId, tasks, at }) {
    const latest = await readLatestRounds(db, { fanId, taskIds: tasks.map(({ taskId }) => taskId), at });
    return new Map(latest.map((round) => [round.taskId, testimonyOf(round)]));
  },
};

/** Of each task the latest round that has opened. */
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

function testimonyOf({ open, riddleCount, answered, reward }: Latest): Testimony {
  if (open) return { state: 'available', progress: { done: answered, total: riddleCount } };
  return { state: reward !== null && reward > 0 ? 'awarded' : 'stayTuned' };
}
