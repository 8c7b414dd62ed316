import { type Kysely, sql, type Transaction } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { keyset } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import type { TextInBothLanguages } from './activities.view.ts';

export type MoveOfEnd = {
  readonly activityId: string;
  /** The round, from 1; the last one by default. */
  readonly round?: number | undefined;
  /** A time with its zone, as in ISO 8601. */
  readonly to: string;
  /** The reason for the audit log; voters read it where `reason` is missing. */
  readonly why: string;
  readonly reason?: TextInBothLanguages | undefined;
  /** The present by the caller's clock; by default the database's. */
  readonly now?: Date | undefined;
};

/** What a move does. */
export type PlannedMove = {
  readonly activityId: string;
  readonly title: TextInBothLanguages;
  readonly timeZone: string;
  readonly round: number;
  readonly rounds: number;
  readonly formerEnd: Date;
  readonly newEnd: Date;
  readonly reason: TextInBothLanguages;
  /** How many fans get a notice: all who have cast or held votes of the election. */
  readonly voters: number;
  /** The start of lower vote limits near the end, in minutes before it. */
  readonly limitsMinutes: readonly number[];
  /** How long before the end the count is hidden; 0 for never. */
  readonly freezeMinutes: number;
};

/** A move that the rules of the ledger refuse; nothing has changed. The message says what would be right. */
export class MoveRefused extends Error {}

/** `ledger.move_end` raises it. */
const refusedState = 'LS036';

/**
 * Runs a move in a transaction that is rolled back, and says what it does. Undefined when the round ends at that time already.
 * @throws MoveRefused
 */
export async function planMove(ownerPool: Pool, wish: MoveOfEnd): Promise<PlannedMove | undefined> {
  const election = await findElection(ownerPool, wish.activityId);
  const client = await ownerPool.connect();
  try {
    await client.query('BEGIN');
    const moved = await move(client, election.period, wish, undefined);
    return moved && { ...election, ...moved };
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/**
 * Makes a planned move, with its act and history. Voters get their notices by a job. Returns false when the round ends at that
 * time already.
 * @param formerEnd - the end that the plan was made for
 * @throws MoveRefused
 */
export async function moveEnd(ownerPool: Pool, wish: MoveOfEnd, formerEnd: Date): Promise<boolean> {
  const { period } = await findElection(ownerPool, wish.activityId);
  const client = await ownerPool.connect();
  try {
    return (await move(client, period, wish, formerEnd)) !== undefined;
  } finally {
    client.release();
  }
}

type Election = Omit<PlannedMove, 'round' | 'formerEnd' | 'newEnd' | 'reason'> & { readonly period: number };

async function findElection(ownerPool: Pool, activityId: string): Promise<Election> {
  const { rows } = await ownerPool.query<Election>(
    `SELECT a.id AS "activityId", a.title, p.id AS period, p.time_zone AS "timeZone",
            (SELECT count(*) FROM ledger.round r WHERE r.period = p.id) AS rounds,
            (SELECT count(*) FROM ledger.account x WHERE x.unit = p.unit AND x.seq > 0) AS voters,
            ARRAY(SELECT (l ->> 'withinMinutes')::integer
                    FROM jsonb_array_elements(s.document::jsonb -> 'endingLimits') l) AS "limitsMinutes",
            coalesce((s.document::jsonb ->> 'displayFreezeMinutes')::integer, 0) AS "freezeMinutes"
       FROM activity a JOIN ledger.period p ON p.id = a.period LEFT JOIN rule_set s ON s.id = p.rule_set
      WHERE a.id = $1`,
    [activityId],
  );
  const election = rows[0];
  if (!election) throw new MoveRefused(`There is no election "${activityId}".`);
  return election;
}

type MovedEnd = Pick<PlannedMove, 'round' | 'formerEnd' | 'newEnd' | 'reason'>;

async function move(
  client: PoolClient,
  period: number,
  { to, why, reason, round, now }: MoveOfEnd,
  formerEnd: Date | undefined,
): Promise<MovedEnd | undefined> {
  try {
    const { rows } = await client.query<MovedEnd>(
      `SELECT round, former_end AS "formerEnd", new_end AS "newEnd", reason
         FROM ledger.move_end($1, $2, $3, $4, $5, $6, $7) WHERE round IS NOT NULL`,
      [period, to, why, reason === undefined ? null : JSON.stringify(reason), round, formerEnd, now],
    );
    return rows[0];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === refusedState) throw new MoveRefused(error.message);
    throw error;
  }
}

/** A move whose voters get notices. */
type OpenMove = {
  readonly id: number;
  readonly activityId: string;
  readonly title: TextInBothLanguages;
  readonly unit: number;
  readonly formerEnd: Date;
  readonly newEnd: Date;
  readonly reason: TextInBothLanguages;
};

/** Finds the first move whose voters do not all have their notices. */
export async function findOpenMove(tx: Kysely<DB>): Promise<OpenMove | undefined> {
  const { rows } = await sql<OpenMove>`
    select m.id, a.id as "activityId", a.title, p.unit, m.former_end as "formerEnd", m.new_end as "newEnd", m.reason
      from ledger.moved_end m
      join ledger.period p on p.id = m.period
      join activity a on a.period = p.id
     where not exists (select from moved_end_notice n where n.moved_end = m.id and n.is_done)
     order by m.id limit 1`.execute(tx);
  return rows[0];
}

/** Locks how far a move's notices have come. Returns the last fan, or undefined when another run has finished them. */
export async function holdNotices(tx: Kysely<DB>, movedEnd: number): Promise<number | undefined> {
  await tx
    .insertInto('moved_end_notice')
    .values({ moved_end: movedEnd })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const progress = await tx
    .selectFrom('moved_end_notice')
    .select(['last_fan as lastFan', 'is_done as isDone'])
    .where('moved_end', '=', movedEnd)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return progress.isDone ? undefined : progress.lastFan;
}

/** Records the last notified fan of a move, and whether all have got their notices. */
export async function noteNotices(
  tx: Transaction<DB>,
  { movedEnd, lastFan, isDone }: { readonly movedEnd: number; readonly lastFan: number; readonly isDone: boolean },
): Promise<void> {
  await tx
    .updateTable('moved_end_notice')
    .set({ last_fan: lastFan, is_done: isDone })
    .where('moved_end', '=', movedEnd)
    .execute();
}

const byFan = keyset<{ readonly fan: number }>({ fan: 'fan' });

/** Lists a section of the fans who have cast or held votes of a unit, after one. */
export async function listVoters(
  db: Kysely<DB>,
  { unit, after, most }: { readonly unit: number; readonly after: number; readonly most: number },
): Promise<number[]> {
  const { rows } = await sql<{ fan: number }>`
    select fan from ledger.account
     where unit = ${unit} and seq > 0 and ${byFan.isAfter({ fan: after })}
     ${byFan.first(most)}`.execute(db);
  return rows.map(({ fan }) => fan);
}

/** A round of whose opening or end fans hear: those who have cast or held votes, and those who follow its idols. */
export type AnnouncedRound = {
  readonly activityId: string;
  readonly title: TextInBothLanguages;
  readonly unit: number;
  readonly round: number;
  readonly closesAt: Date;
  /** Those who stand in the round and have not withdrawn. */
  readonly idolIds: readonly string[];
};

const announcedColumns = sql`
  a.id as "activityId", a.title, p.unit, r.round, r.closes_at as "closesAt",
  array(select t.idol_id from candidate_tally t
          join candidate c on c.activity_id = t.activity_id and c.idol_id = t.idol_id
         where t.activity_id = a.id and t.round = r.round and not c.withdrawn order by 1) as "idolIds"`;

/** A round without tallies takes no votes: the round before it is not settled, although its own time may have begun. */
const hasTallies = sql`exists (select from candidate_tally t where t.activity_id = a.id and t.round = r.round)`;

const toldWithin = sql`interval '1 hour'`;

/** Lists open rounds that fans can vote in since less than an hour: both the opening and the round before are over. */
export async function listOpenedRounds(db: Kysely<DB>, at: Date): Promise<AnnouncedRound[]> {
  const { rows } = await sql<AnnouncedRound>`
    select ${announcedColumns}
      from ledger.round r
      join ledger.period p on p.id = r.period
      join activity a on a.period = p.id
      left join ledger.round former on former.period = r.period and former.round = r.round - 1
     where r.status = 'open' and r.opens_at <= ${at} and r.closes_at > ${at} and ${hasTallies}
       and greatest(r.opens_at, former.settled_at) > ${at}::timestamptz - ${toldWithin}
     order by r.opens_at, a.id`.execute(db);
  return rows;
}

/** A round that ends within some hours. */
export type ClosingRound = AnnouncedRound & { readonly hours: 24 | 1 };

/** Lists open rounds that end within 24 hours or within one. A shorter round is not announced to end so soon. */
export async function listClosingRounds(db: Kysely<DB>, at: Date): Promise<ClosingRound[]> {
  const { rows } = await sql<ClosingRound>`
    select ${announcedColumns}, near.hours
      from ledger.round r
      join ledger.period p on p.id = r.period
      join activity a on a.period = p.id
     cross join (values (24, 1), (1, 0)) as near (hours, until)
     where r.status = 'open' and ${hasTallies}
       and r.closes_at > ${at}::timestamptz + make_interval(hours => near.until)
       and r.closes_at <= ${at}::timestamptz + make_interval(hours => near.hours)
       and r.opens_at < r.closes_at - make_interval(hours => near.hours)
     order by r.closes_at, a.id`.execute(db);
  return rows;
}

/** A round whose count is hidden until its result. */
type FrozenRound = Pick<AnnouncedRound, 'activityId' | 'round' | 'closesAt'> & { readonly frozenAt: Date };

/** Lists rounds whose display froze less than an hour ago. */
export async function listFrozenRounds(db: Kysely<DB>, at: Date): Promise<FrozenRound[]> {
  const { rows } = await sql<FrozenRound>`
    select f.activity_id as "activityId", f.round, f.frozen_at as "frozenAt", r.closes_at as "closesAt"
      from display_freeze f
      join activity a on a.id = f.activity_id
      join ledger.round r on r.period = a.period and r.round = f.round
     where f.frozen_at > ${at}::timestamptz - ${toldWithin} order by f.frozen_at, a.id`.execute(db);
  return rows;
}
