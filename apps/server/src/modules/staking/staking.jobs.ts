import { type Kysely, sql } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import type { Job } from '#/jobs/job.ts';
import { startTimeBudget } from '#/jobs/resumable-run.ts';
import type { Services } from '#/services.ts';
import { payBonuses } from './pay-bonuses.ts';
import { publishPeriods } from './publish-periods.ts';
import { returnStakes } from './return-stakes.ts';

/** The scheduled job; applying content queues it, too. */
export const moveStakingJobName = 'move-staking';

type JobServices = Pick<Services, 'db' | 'heavyDb' | 'clusterClock' | 'log' | 'settings'>;

/**
 * Publishes coming periods, closes and settles those that have begun and ended, returns stakes and pays bonuses that were not
 * received. Each step happens once, however often and in however many processes it runs.
 */
export function stakingJobs(services: JobServices): Job[] {
  return [{ name: moveStakingJobName, schedule: '* * * * *', run: () => moveStaking(services) }];
}

/** A failed step does not stop the others; the job fails in the end and is logged. */
async function moveStaking({ db, heavyDb = db, clusterClock, log, settings }: JobServices): Promise<void> {
  const failures: unknown[] = [];
  const attempt = async (step: Promise<unknown>) => {
    try {
      return await step;
    } catch (error) {
      failures.push(error);
      return undefined;
    }
  };

  const at = await clusterClock();
  for (const step of ['close_staking_period', 'settle_staking_period'] as const) {
    for (const periodId of await listDue(db, step, at)) {
      await attempt(moveOn(heavyDb, { step, periodId, at }));
    }
  }
  // After settling, which may return a pool to its budget.
  await attempt(
    transactionWithRetry(db, (tx) =>
      publishPeriods(tx, { now: clusterClock, timeZone: settings.platformTimeZone }),
    ).then(({ unfunded }) => {
      if (unfunded.length > 0 && isNewHour(at)) {
        log.error({ unfunded }, 'Budgets of staking have too little left: raise their amounts');
      }
    }),
  );
  const hasTime = startTimeBudget();
  const isDone = [await attempt(returnStakes(db, { at, hasTime })), await attempt(payBonuses(db, { at, hasTime }))];
  // The next run closes and settles what is due before it goes on.
  if (isDone.includes(false)) await sql`SELECT enqueue_next_run(${moveStakingJobName}, ${'{}'})`.execute(db);
  if (failures.length > 0) throw new AggregateError(failures, 'Some of staking could not be moved on');
}

/** A budget that is used up is no news each minute. */
function isNewHour(at: Date): boolean {
  return at.getUTCMinutes() === 0;
}

type Step = 'close_staking_period' | 'settle_staking_period';

/** Settling takes seconds for 100,000 stakes, and longer on a busy machine: more than a statement of a call may. */
async function moveOn(
  db: Kysely<DB>,
  { step, periodId, at }: { readonly step: Step; readonly periodId: string; readonly at: Date },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '5min'`.execute(tx);
    await sql`select ${sql.ref(step)}(${periodId}::date, ${at})`.execute(tx);
  });
}

async function listDue(db: Kysely<DB>, step: Step, at: Date): Promise<string[]> {
  const isDue =
    step === 'close_staking_period'
      ? sql`closed_at is null and starts_at <= ${at}`
      : sql`closed_at is not null and ends_at <= ${at}`;
  const { rows } = await sql<{ id: string }>`
    select id::text from staking_period where settled_at is null and ${isDue} order by id`.execute(db);
  return rows.map(({ id }) => id);
}
