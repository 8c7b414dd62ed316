import { type Kysely, sql, type Transaction } from 'kysely';
import { keyset, type Section } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { lockRemainingFan } from '#/modules/identity/index.ts';
import type { Riddle, RiddleRound } from './riddle-round.rules.ts';

export const roundColumns = [
  'riddle_round.id as roundId',
  'riddle_round.task_id as taskId',
  'riddle_round.title',
  'riddle_round.description',
  'riddle_round.opens_at as opensAt',
  'riddle_round.closes_at as closesAt',
  'riddle_round.price',
  'riddle_round.rewards',
  'riddle_round.budget',
  'riddle_round.reserved',
] as const;

export async function findRound(db: Kysely<DB>, roundId: string): Promise<RiddleRound | undefined> {
  return db
    .selectFrom('riddle_round')
    .select(roundColumns)
    .where('id', '=', roundId)
    .$castTo<RiddleRound>()
    .executeTakeFirst();
}

/** Lists the riddles of rounds without solutions, in order. */
export async function listRiddles(db: Kysely<DB>, roundIds: readonly string[]): Promise<Riddle[]> {
  return db
    .selectFrom('riddle')
    .select(['id as riddleId', 'round_id as roundId', 'text', 'hint'])
    .where('round_id', '=', sql<string>`any(${roundIds}::text[])`)
    .orderBy('position')
    .orderBy('id')
    .$castTo<Riddle>()
    .execute();
}

/** Records a fan's unlock. Returns false if it exists; waits for a concurrent one. */
export async function insertUnlock(
  tx: Transaction<DB>,
  unlock: { fanId: number; round: RiddleRound; key: string; rewardKey: string; unlockedAt: Date },
): Promise<boolean> {
  const { round } = unlock;
  const row = await tx
    .insertInto('riddle_unlock')
    .values({
      fan_id: unlock.fanId,
      round_id: round.roundId,
      price: round.price,
      rewards: [...round.rewards],
      key: unlock.key,
      reward_key: unlock.rewardKey,
      unlocked_at: unlock.unlockedAt,
    })
    .onConflict((conflict) => conflict.columns(['fan_id', 'round_id']).doNothing())
    .returning('fan_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Reserves Points of a round's budget. False if too few are left. */
export async function reserve(tx: Transaction<DB>, roundId: string, points: number): Promise<boolean> {
  const row = await tx
    .updateTable('riddle_round')
    .set((rounds) => ({ reserved: rounds('reserved', '+', points) }))
    .where('id', '=', roundId)
    .where(sql<boolean>`reserved + ${points} <= budget`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets one transaction at a time change a fan's part in a round. Undefined without unlock. */
export async function lockUnlock(tx: Transaction<DB>, fanId: number, roundId: string) {
  return tx
    .selectFrom('riddle_unlock')
    .select(['marked_at as markedAt', 'shown_at as shownAt'])
    .where('fan_id', '=', fanId)
    .where('round_id', '=', roundId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export type GivenAnswer = { readonly riddleId: string; readonly answer: string; readonly normalised: string };

/** Stores a fan's answers; for each riddle the one received last counts, in any order of writing. */
export async function saveAnswers(
  tx: Transaction<DB>,
  given: { fanId: number; roundId: string; answers: readonly GivenAnswer[]; answeredAt: Date },
): Promise<void> {
  await tx
    .insertInto('riddle_answer')
    .values(
      given.answers.map(({ riddleId, answer, normalised }) => ({
        fan_id: given.fanId,
        round_id: given.roundId,
        riddle_id: riddleId,
        answer,
        normalised,
        answered_at: given.answeredAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['fan_id', 'round_id', 'riddle_id'])
        .doUpdateSet((rows) => ({
          answer: rows.ref('excluded.answer'),
          normalised: rows.ref('excluded.normalised'),
          answered_at: rows.ref('excluded.answered_at'),
        }))
        .whereRef('riddle_answer.answered_at', '<=', 'excluded.answered_at'),
    )
    .execute();
}

/** Records that the result's pop-up was shown. */
export async function noteShown(tx: Transaction<DB>, fanId: number, roundId: string, shownAt: Date): Promise<void> {
  await tx
    .updateTable('riddle_unlock')
    .set({ shown_at: shownAt })
    .where('fan_id', '=', fanId)
    .where('round_id', '=', roundId)
    .execute();
}

type UnlockCopy = { roundId: string; paid: number; unlockedAt: Date; right: number | null; reward: number | null };

/** Lists a fan's newest unlocks and their total. */
async function listNewestUnlocks(db: Kysely<DB>, fanId: number, most: number) {
  const unlocks = db.selectFrom('riddle_unlock').where('fan_id', '=', fanId);
  const { total } = await unlocks.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const { rows } = await sql<UnlockCopy>`
    select round_id as "roundId", price as paid, unlocked_at as "unlockedAt", right_count as right, reward
      from riddle_unlock
     where fan_id = ${fanId}
     order by unlocked_at desc
     limit ${most}`.execute(db);
  return { total, rows: rows.map((row) => ({ ...row, unlockedAt: row.unlockedAt.toISOString() })) };
}

/** Lists a fan's newest answers and their total. */
async function listNewestAnswers(db: Kysely<DB>, fanId: number, most: number) {
  const answers = db.selectFrom('riddle_answer').where('fan_id', '=', fanId);
  const { total } = await answers.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await answers
    .select(['riddle_id as riddleId', 'answer', 'answered_at as answeredAt'])
    .orderBy('answered_at', 'desc')
    .orderBy('riddle_id')
    .limit(most)
    .execute();
  return { total, rows: rows.map((row) => ({ ...row, answeredAt: row.answeredAt.toISOString() })) };
}

/**
 * Answers are erased, because they are the fan's own words; payments stay. The fan is locked first, as for the marking, so
 * that one waits for the other.
 */
export const riddlePersonalData: PersonalData = {
  erased: ['riddle_answer'],
  kept: { riddle_unlock: 'An unlock explains two postings of the ledger, under the same keys.' },
  async erase(tx, { id }, now) {
    await lockRemainingFan(tx, id);
    await forgetAnswers(tx, id, now);
  },
  async copy(db, { fan, mostRows }) {
    return {
      riddleUnlocks: await listNewestUnlocks(db, fan.id, mostRows),
      riddleAnswers: await listNewestAnswers(db, fan.id, mostRows),
    };
  },
};

/**
 * The right answers of an unlock `u`: the fan's last answers that are among the accepted ones. Both are stored normalised.
 */
export const rightCountOf = sql<number>`(
  select count(*)::integer
    from riddle_answer a join riddle_solution s on s.riddle_id = a.riddle_id
   where a.fan_id = u.fan_id and a.round_id = u.round_id and a.normalised = any(s.accepted))`;

export type UnmarkedUnlock = { readonly roundId: string; readonly fanId: number };

const byRoundAndFan = keyset<UnmarkedUnlock>({ roundId: 'u.round_id', fanId: 'u.fan_id' });

/** Lists a section of the unmarked unlocks of rounds closed by then, by a partial index. */
export async function listUnmarked(
  db: Kysely<DB>,
  { closedBy, after, most }: Section<UnmarkedUnlock> & { readonly closedBy: Date },
): Promise<UnmarkedUnlock[]> {
  const { rows } = await sql<UnmarkedUnlock>`
    select u.round_id as "roundId", u.fan_id as "fanId"
      from riddle_unlock u join riddle_round r on r.id = u.round_id
     where u.marked_at is null and r.closes_at <= ${closedBy} and ${byRoundAndFan.isAfter(after)}
     ${byRoundAndFan.first(most)}`.execute(db);
  return rows;
}

type MarkedUnlock = { readonly taskId: string; readonly reward: number; readonly rewardKey: string };

/** Stores the right count and the reward; undefined when it was marked before. */
export async function markUnlock(
  tx: Transaction<DB>,
  { roundId, fanId }: UnmarkedUnlock,
  markedAt: Date,
): Promise<MarkedUnlock | undefined> {
  const { rows } = await sql<MarkedUnlock>`
    update riddle_unlock u
       set right_count = counted.right, marked_at = ${markedAt},
           reward = case counted.right when 0 then 0 else u.rewards[counted.right] end
      from (select ${rightCountOf} as right
              from (select ${fanId}::bigint as fan_id, ${roundId}::text as round_id) u) counted,
           riddle_round r
     where u.fan_id = ${fanId} and u.round_id = ${roundId} and u.marked_at is null and r.id = u.round_id
    returning r.task_id as "taskId", u.reward, u.reward_key as "rewardKey"`.execute(tx);
  return rows[0];
}

/**
 * Deletes the answers of a fan in erasure; unmarked ones then bring nothing. Unlocks are locked first, because an answer in
 * progress holds its unlock and is then deleted too. The fan must be locked.
 */
async function forgetAnswers(tx: Transaction<DB>, fanId: number, now: Date): Promise<void> {
  await tx
    .updateTable('riddle_unlock')
    .set({ right_count: 0, reward: 0, marked_at: now })
    .where('fan_id', '=', fanId)
    .where('marked_at', 'is', null)
    .execute();
  await tx.deleteFrom('riddle_answer').where('fan_id', '=', fanId).execute();
}
