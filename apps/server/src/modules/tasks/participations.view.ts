import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { limitTo, type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import { errorText, Refusal } from '#/errors.ts';
import type { PendingPoints } from '#/modules/points/index.ts';
import type { PersonalData } from '#/services.ts';
import { faceRows } from '#/modules/identity/index.ts';
import { lapseHeld, returnToBudget } from './claims.store.ts';
import { holdTexts } from './obstacle.rules.ts';
import { type Claim, type HoldCause, occurrencesAt, type TaskPeriod } from './task.rules.ts';
import { deleteStepsOf } from './tasks.store.ts';

type ParticipationState = 'started' | 'held' | 'awarded' | 'refused' | 'lapsed';

/**
 * A module's participations of a fan, as SQL that selects `task_id`, `occurrence`, `at`, `points` (null when
 * undetermined) and `state`, in this order. One query combines all sources.
 */
export type ParticipationSource = (fanId: number) => RawBuilder<unknown>;

type ParticipationsQuery = PageRequest & {
  readonly fanId: number;
  readonly at: Date;
  readonly timeZone: string;
  readonly language: Language;
  /** Participations from other modules. */
  readonly sources: readonly ParticipationSource[];
};

type TaskParticipationRow = {
  taskId: string;
  title: Readonly<Record<Language, string>>;
  period: TaskPeriod;
  occurrence: string;
  points: number;
  participatedAt: Date;
  state: ParticipationState;
  total: number;
};

/** The result of a page beyond the last one. */
type NoRow = Pick<TaskParticipationRow, 'total'> & { taskId: null };

const ownSource: ParticipationSource = (fanId) => sql`
  select task_id, occurrence, claimed_at, points, state from task_claim where fan_id = ${fanId}
  union all
  select task_id, occurrence, viewed_at, null, 'started' from task_visit where fan_id = ${fanId}
  union all
  select task_id, occurrence, seen_at, null, 'started' from task_social_action where fan_id = ${fanId}`;

/**
 * Returns a page of a fan's participations, once per occurrence with the furthest state, newest first. It includes
 * retired tasks, because records outlive tasks.
 */
export async function readParticipations(db: Kysely<DB>, query: ParticipationsQuery) {
  const { fanId, at, timeZone, language, pageNum, pageSize } = query;
  const { daily, weekly } = occurrencesAt(at, timeZone);
  const isOver = sql`p.occurrence ~ '^[0-9]{4}-(W[0-9]{2}|[0-9]{2}-[0-9]{2})$'
    and p.occurrence not in (${daily}, ${weekly})`;
  const sources = [ownSource, ...query.sources].map((source) => source(fanId));
  const { rows } = await sql<TaskParticipationRow | NoRow>`
    with taken_part (task_id, occurrence, at, points, state) as (${sql.join(sources, sql` union all `)}),
    furthest as (
      select distinct on (task_id, occurrence) *
        from taken_part
       order by task_id, occurrence, array_position(array['awarded', 'held', 'refused', 'lapsed'], state), at
    ),
    shown as (
      select p.task_id as "taskId", t.title, t.period, p.occurrence, coalesce(p.points, t.reward) as points,
             p.at as "participatedAt",
             case when p.state = 'started' and (t.retired or t.ends_at <= ${at} or ${isOver}) then 'lapsed'
               else p.state end as state
        from furthest p
        join task t on t.id = p.task_id
       order by p.at desc, p.task_id, p.occurrence
       ${limitTo(query)}
    )
    select shown.*, counted.total
      from (select count(*) as total from furthest) counted
      left join shown on true
     order by shown."participatedAt" desc, shown."taskId", shown.occurrence`.execute(db);
  const listed = rows.filter((row): row is TaskParticipationRow => row.taskId !== null);
  const list = listed.map(({ taskId, title, period, occurrence, state, points, participatedAt }) => ({
    taskId,
    title: title[language],
    period,
    occurrence,
    state,
    points,
    participatedAt: participatedAt.toISOString(),
  }));
  return { list, total: rows[0]?.total ?? 0, pageNum, pageSize };
}

/** Visits and social actions reveal behaviour and are deleted; claims explain payments and stay. */
export const taskPersonalData: PersonalData = {
  erased: ['task_visit', 'task_social_action'],
  kept: {
    task_claim: 'A claim explains a posting of the ledger, under the same key.',
    claim_count: 'Counts of a day under keyed hashes that identify no one; forgotten within two days.',
  },
  async erase(tx, { id }, now) {
    // Budgets are locked in one order, so that concurrent erasures do not deadlock.
    const lapsed = (await lapseHeld(tx, id, now)).toSorted((one, other) => (one.taskId < other.taskId ? -1 : 1));
    for (const claim of lapsed) await returnToBudget(tx, claim);
    await deleteStepsOf(tx, id);
  },
  async copy(db, { fan, mostRows }) {
    return {
      taskVisits: await listNewestVisits(db, fan.id, mostRows),
      taskSocialActions: await listNewestSocialActions(db, fan.id, mostRows),
      taskClaims: await listNewestClaims(db, fan.id, mostRows),
    };
  },
};

/** Returns a fan's newest visits and their total number. */
async function listNewestVisits(db: Kysely<DB>, fanId: number, most: number) {
  const visits = db.selectFrom('task_visit').where('fan_id', '=', fanId);
  const { total } = await visits.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await visits
    .select(['task_id as taskId', 'occurrence', 'link_type as linkType', 'viewed_at as viewedAt'])
    .orderBy('viewed_at', 'desc')
    .limit(most)
    .execute();
  return { total, rows: rows.map((row) => ({ ...row, viewedAt: row.viewedAt.toISOString() })) };
}

/** Returns a fan's newest social actions and their total number. */
async function listNewestSocialActions(db: Kysely<DB>, fanId: number, most: number) {
  const actions = db.selectFrom('task_social_action').where('fan_id', '=', fanId);
  const { total } = await actions.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await actions
    .select(['task_id as taskId', 'occurrence', 'seen_at as seenAt'])
    .orderBy('seen_at', 'desc')
    .limit(most)
    .execute();
  return { total, rows: rows.map((row) => ({ ...row, seenAt: row.seenAt.toISOString() })) };
}

/** Returns a fan's newest claims and their total number. */
async function listNewestClaims(db: Kysely<DB>, fanId: number, most: number) {
  const claims = db.selectFrom('task_claim').where('fan_id', '=', fanId);
  const { total } = await claims.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await claims
    .select(['task_id as taskId', 'occurrence', 'points', 'state', 'claimed_at as claimedAt'])
    .orderBy('claimed_at', 'desc')
    .limit(most)
    .$castTo<Pick<Claim, 'occurrence' | 'state'> & { taskId: string; points: number; claimedAt: Date }>()
    .execute();
  return { total, rows: rows.map((row) => ({ ...row, claimedAt: row.claimedAt.toISOString() })) };
}

type HeldClaims = DataOf<Contract['GET /operator/api/v1/claims/held']>;

type HeldRow = Omit<HeldClaims['list'][number], 'claimedAt' | 'releasesAt'> & { claimedAt: Date; releasesAt: Date };

/** Returns a page of held claims, by deadline. */
export async function listHeldClaims(
  db: Kysely<DB>,
  { language, ...asked }: PageRequest & { language: Language },
): Promise<HeldClaims> {
  const page = await readPage(db, asked, {
    rows: sql<HeldRow>`
      select c.key as "claimId", f.account_id as "accountId", f.nickname, c.task_id as "taskId",
             t.title->>${language} as title, c.occurrence, c.points, c.held_for as "heldFor",
             c.claimed_at as "claimedAt", c.release_at as "releasesAt"
        from task_claim c
        join ${faceRows} f on f.id = c.fan_id
        join task t on t.id = c.task_id
       where c.state = 'held'
       order by c.release_at, c.key`,
    total: sql<{ total: number }>`select count(*) as total from task_claim where state = 'held'`,
  });
  const list = page.list.map((row) => ({
    ...row,
    claimedAt: row.claimedAt.toISOString(),
    releasesAt: row.releasesAt.toISOString(),
  }));
  return { ...page, list };
}

/** Returns a fan's held Points with the reasons, including those of ended tasks. */
export async function readHeldPoints(
  db: Kysely<DB>,
  { fanId, at, language }: { fanId: number; at: Date; language: Language },
): Promise<PendingPoints[]> {
  const { rows } = await sql<{ title: string; points: number; cause: HoldCause; claimedAt: Date; releaseAt: Date }>`
    select t.title->>${language} as title, c.points, c.held_for as cause, c.claimed_at as "claimedAt",
           c.release_at as "releaseAt"
      from task_claim c
      join task t on t.id = c.task_id
     where c.fan_id = ${fanId} and c.state = 'held'
     order by c.claimed_at desc, c.key`.execute(db);
  return rows.map(({ title, points, cause, claimedAt, releaseAt }) => ({
    kind: 'task',
    title,
    points,
    since: claimedAt.toISOString(),
    note: errorText(new Refusal('CLAIM_HELD', holdTexts(cause, releaseAt, at)), language),
  }));
}
