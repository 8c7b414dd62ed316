import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { isSeen } from './display-freeze.store.ts';

export type Supporter = { readonly fanId: number; readonly votes: number };

/** The first of each idol, by her id, in their order. */
export type Supporters = { readonly takenAt: Date; readonly ofIdol: ReadonlyMap<string, readonly Supporter[]> };

/** More than are shown: some may be leaving. */
const mostOfIdol = 40;
/** Longer than any other query of the application has: the pass over millions of votes takes its time. */
const statementTimeout = '5min';

/**
 * The fans whose votes count most for each idol of a period, over all its rounds. Its book holds nothing but votes and is
 * read once from end to end, by a sequential pass and a sort of one row for each fan and idol: 2.7 s for a million votes and
 * 21 s for ten million on two busy cores, so that some 150 million are the most that `statementTimeout` has room for.
 *
 * @param seen only votes and decisions that this PostgreSQL snapshot has count; all of them without it.
 */
export async function readSupporters(
  db: Kysely<DB>,
  { period, at, seen }: { period: number; at: Date; seen: string | undefined },
): Promise<Supporters> {
  const { rows } = await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = ${sql.lit(statementTimeout)}`.execute(transaction);
    return sql<Supporter & { idolId: string }>`
      select "idolId", fan as "fanId", votes
        from (select p.name as "idolId", t.fan, sum(t.amount)::bigint as votes,
                     row_number() over (partition by p.name order by sum(t.amount) desc, max(t.id)) as place
                from ledger.transfer t
                join ledger.pool p on p.id = t.pool and p.kind = 'tally'
               where t.book = ${period} and t.direction = -1 and ${isSeen(seen)}
               group by p.name, t.fan) ranked
       where place <= ${mostOfIdol}
       order by "idolId", place`.execute(transaction);
  });
  return { takenAt: at, ofIdol: Map.groupBy(rows, ({ idolId }) => idolId) };
}

type Face = { id: number; nickname: string; avatar_file: string | null; avatar_seed: string };

/** Names and pictures of fans, by id, without those who are leaving or have left. */
export async function readFaces(db: Kysely<DB>, fanIds: readonly number[]): Promise<ReadonlyMap<number, Face>> {
  if (fanIds.length === 0) return new Map();
  const faces = await db
    .selectFrom('fan')
    .select(['id', 'nickname', 'avatar_file', 'avatar_seed'])
    .where('id', 'in', fanIds)
    .where('leaving_since', 'is', null)
    .where('erased_at', 'is', null)
    .execute();
  return new Map(faces.map((face) => [face.id, face]));
}
