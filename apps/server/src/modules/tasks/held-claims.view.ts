import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { errorText, Refusal } from '#/errors.ts';
import type { PendingPoints } from '#/modules/points/index.ts';
import { holdTexts } from './obstacle.rules.ts';
import type { HoldCause } from './task.ts';

type HeldClaims = DataOf<Contract['GET /operator/api/v1/claims/held']>;

type Row = Omit<HeldClaims['list'][number], 'claimedAt' | 'releasesAt'> & { claimedAt: Date; releasesAt: Date };

/** Returns a page of held claims, by deadline. */
export async function listHeldClaims(
  db: Kysely<DB>,
  { pageNum, pageSize, language }: { pageNum: number; pageSize: number; language: Language },
): Promise<HeldClaims> {
  const { rows } = await sql<Row>`
    select c.key as "claimId", f.account_id as "accountId", f.nickname, c.task_id as "taskId",
           t.title->>${language} as title, c.occurrence, c.points, c.held_for as "heldFor",
           c.claimed_at as "claimedAt", c.release_at as "releasesAt"
      from task_claim c
      join fan f on f.id = c.fan_id
      join task t on t.id = c.task_id
     where c.state = 'held'
     order by c.release_at, c.key
     limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  const { total } = await db
    .selectFrom('task_claim')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('state', '=', 'held')
    .executeTakeFirstOrThrow();
  const list = rows.map((row) => ({
    ...row,
    claimedAt: row.claimedAt.toISOString(),
    releasesAt: row.releasesAt.toISOString(),
  }));
  return { list, total, pageNum, pageSize };
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
