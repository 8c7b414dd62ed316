import type { Language } from '@lightstick/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { accountRows } from '#/modules/identity/index.ts';
import { earnedRows } from '#/modules/points/index.ts';
import type { Claim, LinkType, Task } from './task.rules.ts';

const taskColumns = [
  'id as taskId',
  'type_id as typeId',
  'tab',
  'title',
  'description',
  'reward',
  'streak_rewards as streakRewards',
  'period',
  'links',
  'dwell_seconds as dwellSeconds',
  'goal',
  'activity_id as activityId',
  'quiz_id as quizId',
  'form',
  'opens_at as opensAt',
  'ends_at as endsAt',
  'least_account_days as leastAccountDays',
  'least_earned as leastEarned',
  'regions',
] as const;

/** The remaining budget, summed over its shards. */
const unspent = sql<number | null>`
  (select sum(s.unspent)::bigint from task_budget_shard s where s.task_id = task.id)`.as('unspent');

/** Finds a task of the current content; a retired task is not found. */
export async function findTask(db: Kysely<DB>, taskId: string): Promise<Task | undefined> {
  return db
    .selectFrom('task')
    .select([...taskColumns, unspent])
    .where('id', '=', taskId)
    .where('retired', '=', false)
    .$castTo<Task>()
    .executeTakeFirst();
}

type Texts = Readonly<Record<Language, string>>;

/** Reads the title of a task, also of a retired one. */
export async function readTaskTitle(db: Kysely<DB>, taskId: string): Promise<Texts> {
  const { title } = await db
    .selectFrom('task')
    .select('title')
    .where('id', '=', taskId)
    .$castTo<{ title: Texts }>()
    .executeTakeFirstOrThrow();
  return title;
}

/** Lists the tasks that have not ended, in the operator's order. */
export async function listTasks(db: Kysely<DB>, at: Date): Promise<Task[]> {
  return db
    .selectFrom('task')
    .select([...taskColumns, unspent])
    .where('retired', '=', false)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', at)]))
    .orderBy('position')
    .orderBy('id')
    .$castTo<Task>()
    .execute();
}

/** Lists a fan's visits in the occurrences, for one or all tasks. */
export async function listVisits(
  db: Kysely<DB>,
  { fanId, taskId, occurrences }: { fanId: number; taskId?: string; occurrences: readonly string[] },
) {
  return db
    .selectFrom('task_visit')
    .select(['task_id as taskId', 'occurrence', 'link_type as linkType', 'viewed_at as viewedAt'])
    .where('fan_id', '=', fanId)
    .where('occurrence', 'in', occurrences)
    .$if(taskId !== undefined, (query) => query.where('task_id', '=', taskId ?? ''))
    .execute();
}

/** Lists a fan's claims in the occurrences, for one or all tasks. */
export async function listClaims(
  db: Kysely<DB>,
  { fanId, taskId, occurrences }: { fanId: number; taskId?: string; occurrences: readonly string[] },
) {
  return db
    .selectFrom('task_claim')
    .select([
      'task_id as taskId',
      'occurrence',
      'streak_day as streakDay',
      'state',
      'held_for as heldFor',
      'release_at as releaseAt',
      'refusal',
    ])
    .where('fan_id', '=', fanId)
    .where('occurrence', 'in', occurrences)
    .$if(taskId !== undefined, (query) => query.where('task_id', '=', taskId ?? ''))
    .$castTo<Claim & { readonly taskId: string }>()
    .execute();
}

/** Lists a fan's verified actions in the occurrences, for one or all tasks. */
export async function listSocialActions(
  db: Kysely<DB>,
  { fanId, taskId, occurrences }: { fanId: number; taskId?: string; occurrences: readonly string[] },
) {
  return db
    .selectFrom('task_social_action')
    .select(['task_id as taskId', 'occurrence', 'link_id as linkId'])
    .where('fan_id', '=', fanId)
    .where('occurrence', 'in', occurrences)
    .$if(taskId !== undefined, (query) => query.where('task_id', '=', taskId ?? ''))
    .execute();
}

/** Stores a verified action with its link; a later one through another link replaces it. */
export async function recordSocialAction(
  db: Kysely<DB>,
  action: { fanId: number; taskId: string; occurrence: string; linkId: string; seenAt: Date },
): Promise<void> {
  await db
    .insertInto('task_social_action')
    .values({
      fan_id: action.fanId,
      task_id: action.taskId,
      occurrence: action.occurrence,
      link_id: action.linkId,
      seen_at: action.seenAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['fan_id', 'occurrence', 'task_id'])
        .doUpdateSet({ link_id: action.linkId, seen_at: action.seenAt }),
    )
    .execute();
}

/** Stores the start of a visit and returns it. The earliest start wins, in any order of arrival. */
export async function recordVisit(
  tx: Transaction<DB>,
  visit: { fanId: number; taskId: string; occurrence: string; linkType: LinkType; viewedAt: Date },
): Promise<Date> {
  const row = await tx
    .insertInto('task_visit')
    .values({
      fan_id: visit.fanId,
      task_id: visit.taskId,
      occurrence: visit.occurrence,
      link_type: visit.linkType,
      viewed_at: visit.viewedAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['fan_id', 'occurrence', 'task_id', 'link_type'])
        .doUpdateSet({ viewed_at: sql`least(task_visit.viewed_at, excluded.viewed_at)` }),
    )
    .returning('viewed_at')
    .executeTakeFirstOrThrow();
  return row.viewed_at;
}

/** An account's facts for task requirements: its age, and the Points ever earned. */
export type Account = { readonly since: Date; readonly earned: number };

/** Costs two look-ups by key. A job counts the earned Points, so they are up to a minute old. */
export async function readAccount(db: Kysely<DB>, fanId: number): Promise<Account> {
  const { rows } = await sql<Account>`
    select f.created_at as since, coalesce(p.points, 0) as earned
      from ${accountRows} f left join ${earnedRows} p on p.fan_id = f.id
     where f.id = ${fanId}`.execute(db);
  const [account] = rows;
  if (!account) throw new Error(`The fan ${fanId} who calls is not there`);
  return account;
}

/** Deletes a fan's visits and social actions. */
export async function deleteStepsOf(tx: Transaction<DB>, fanId: number): Promise<void> {
  await tx.deleteFrom('task_visit').where('fan_id', '=', fanId).execute();
  await tx.deleteFrom('task_social_action').where('fan_id', '=', fanId).execute();
}
