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

const fansAtOnce = 2000;

/** Deletes what fans have beyond their newest, a section of fans at a time. */
async function deleteBeyond(db: Kysely<DB>, most: number): Promise<void> {
  for (let after: number | null = 0; after !== null;) {
    const { rows } = await sql<{ last: number | null }>`
      with section as (
        select fan_id, count(*) as notices from notice where fan_id > ${after}
         group by fan_id order by fan_id limit ${fansAtOnce}
      ), deleted as (
        delete from notice
         using section s, lateral (select id from notice n where n.fan_id = s.fan_id
                                    order by id desc limit 1 offset ${most - 1}) as oldest
         where s.notices > ${most} and notice.fan_id = s.fan_id and notice.id < oldest.id
      )
      select max(fan_id) as last from section`.execute(db);
    after = rows[0]?.last ?? null;
  }
}
