import { type Kysely, sql } from 'kysely';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import type { DB } from '#/db/schema.ts';
import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';

const dayMs = 24 * 60 * 60_000;
const readKeptMs = 30 * dayMs;
const keptMs = 180 * dayMs;
/** The newest that a fan keeps. */
const mostPerFan = 200;

/** Deletes notices 30 days after they were read and 180 days after they were written, and beyond a fan's newest 200. */
export function forgetNoticesJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return {
    name: 'forget-notices',
    schedule: '30 3 * * *',
    async run() {
      const nowMs = clock.now().getTime();
      await deleteInBatches(db, { table: 'notice', column: 'read_at', before: new Date(nowMs - readKeptMs) });
      await deleteInBatches(db, { table: 'notice', column: 'created_at', before: new Date(nowMs - keptMs) });
      await deleteBeyond(db, mostPerFan);
    },
  };
}

const fansAtOnce = 500;

async function deleteBeyond(db: Kysely<DB>, most: number): Promise<void> {
  let deleted: bigint;
  do {
    const { numAffectedRows = 0n } = await sql`
      with crowded as (select fan_id from notice group by fan_id having count(*) > ${most} limit ${fansAtOnce})
      delete from notice
       using crowded, lateral (select id from notice n where n.fan_id = crowded.fan_id
                                order by id desc limit 1 offset ${most - 1}) as oldest
       where notice.fan_id = crowded.fan_id and notice.id < oldest.id`.execute(db);
    deleted = numAffectedRows;
  } while (deleted > 0n);
}
