import { type Kysely, sql, type Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import type { Job } from '#/jobs/job.ts';
import { startTimeBudget } from '#/jobs/resumable-run.ts';
import { notify } from '#/modules/notices/index.ts';
import type { Services } from '#/services.ts';
import type { Text } from './activities.view.ts';

const notifying = 'notify-of-moved-ends';
const fansAtOnce = 1_000;

/**
 * Tells all who have cast or held votes of an election that its end was moved. Each batch commits how far it came, so that a
 * run can stop anywhere.
 */
export function notifyOfMovedEndsJob({ db, clusterClock }: Pick<Services, 'db' | 'clusterClock'>): Job {
  return {
    name: notifying,
    schedule: '* * * * *',
    async run() {
      const at = await clusterClock();
      const hasTime = startTimeBudget();
      while (await transactionWithRetry(db, (tx) => notifyNext(tx, at))) {
        if (!hasTime()) {
          await sql`SELECT enqueue_next_run(${notifying}, ${'{}'})`.execute(db);
          return;
        }
      }
    },
  };
}

type MovedEnd = {
  readonly id: number;
  readonly activityId: string;
  readonly title: Text;
  readonly unit: number;
  readonly formerEnd: Date;
  readonly newEnd: Date;
  readonly reason: Text;
};

/** Notifies the next fans of the first move that is not done. Returns whether there was one. */
async function notifyNext(tx: Transaction<DB>, at: Date): Promise<boolean> {
  const moved = await firstOpen(tx);
  if (!moved) return false;
  const { id, activityId, title, unit, formerEnd, newEnd, reason } = moved;
  const after = await holdProgress(tx, id);
  if (after === undefined) return true;
  const { rows } = await sql<{ fan: number }>`
    select fan from ledger.account where unit = ${unit} and fan > ${after} and seq > 0 order by fan limit ${fansAtOnce}`.execute(
    tx,
  );
  const parameters = {
    activityId,
    title,
    reason,
    formerEnd: formerEnd.toISOString(),
    newEnd: newEnd.toISOString(),
  };
  const fans = rows.map(({ fan }) => ({ fanId: fan, parameters }));
  if (fans.length > 0) await notify(tx, { kind: 'endMoved', subject: String(id), fans, at });
  await tx
    .updateTable('moved_end_notice')
    .set({ last_fan: rows.at(-1)?.fan ?? after, is_done: rows.length < fansAtOnce })
    .where('moved_end', '=', id)
    .execute();
  return true;
}

async function firstOpen(tx: Kysely<DB>): Promise<MovedEnd | undefined> {
  const { rows } = await sql<MovedEnd>`
    select m.id, a.id as "activityId", a.title, p.unit, m.former_end as "formerEnd", m.new_end as "newEnd", m.reason
      from ledger.moved_end m
      join ledger.period p on p.id = m.period
      join activity a on a.period = p.id
     where not exists (select from moved_end_notice n where n.moved_end = m.id and n.is_done)
     order by m.id limit 1`.execute(tx);
  return rows[0];
}

/** Locks how far a move's notices have come. Returns the last fan, or undefined when another run has finished them. */
async function holdProgress(tx: Kysely<DB>, movedEnd: number): Promise<number | undefined> {
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
