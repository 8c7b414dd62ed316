import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** What tasks may demand of an account: since when there is one, and how many Points were ever earned with it. */
export type Account = { readonly since: Date; readonly earned: number };

/** Costs two look-ups by key. What was earned is counted by a job, so it is usually at most a minute old. */
export async function readAccount(db: Kysely<DB>, fanId: number): Promise<Account> {
  const { rows } = await sql<Account>`
    select f.created_at as since, coalesce(p.points, 0) as earned
      from fan f left join points_earned p on p.fan_id = f.id and p.span = 'allTime'
     where f.id = ${fanId}`.execute(db);
  const [account] = rows;
  if (!account) throw new Error(`The fan ${fanId} who calls is not there`);
  return account;
}
