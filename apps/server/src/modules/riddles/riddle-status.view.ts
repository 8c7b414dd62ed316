import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Unlock } from './riddle-round.ts';

type RiddleStatus = DataOf<Contract['POST /task/api/v1/riddle/getUserRiddleStatus']>;
type Row = Unlock & { readonly answered: number; readonly riddleCount: number };

/** Where a fan stands in each round they have unlocked, the latest round first. */
export async function readRiddleStatus(db: Kysely<DB>, fanId: number): Promise<RiddleStatus> {
  const { rows } = await sql<Row>`
    select u.round_id as "roundId", u.unlocked_at as "unlockedAt", u.marked_at as "markedAt",
           u.right_count as "rightCount", u.reward, u.shown_at as "shownAt",
           cardinality(u.rewards) as "riddleCount",
           (select count(*)::integer from riddle_answer a
             where a.fan_id = u.fan_id and a.round_id = u.round_id) as answered
      from riddle_unlock u join riddle_round r on r.id = u.round_id
     where u.fan_id = ${fanId}
     order by r.opens_at desc`.execute(db);
  return { rounds: rows.map(toldStatus) };
}

function toldStatus(row: Row): RiddleStatus['rounds'][number] {
  const { rightCount, reward } = row;
  return {
    roundId: row.roundId,
    unlockedAt: row.unlockedAt.toISOString(),
    answered: row.answered,
    riddleCount: row.riddleCount,
    result: rightCount === null || reward === null ? null : { right: rightCount, reward },
    popShown: row.shownAt !== null,
  };
}
