import { type Kysely, sql } from 'kysely';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import type { DB } from '#/db/schema.ts';
import { type Job, scheduledJob } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';

const keptDays = 30;
const dayMs = 24 * 60 * 60_000;

/** Notes the size of the database each hour, for thirty days. */
export function measureDatabaseJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return scheduledJob('measure-database', () => measureDatabase(db, clock.now()));
}

async function measureDatabase(db: Kysely<DB>, at: Date): Promise<void> {
  await sql`
    insert into database_size (measured_at, bytes)
    values (date_trunc('hour', ${at}::timestamptz), pg_database_size(current_database()))
    on conflict (measured_at) do nothing`.execute(db);
  const before = new Date(at.getTime() - keptDays * dayMs);
  await deleteInBatches(db, { table: 'database_size', column: 'measured_at', before });
}
