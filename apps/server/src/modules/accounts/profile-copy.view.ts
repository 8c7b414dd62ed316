import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { MyData } from '#/fan-records.ts';
import { readUserInfo } from './accounts.view.ts';

/** A fan's profile with what no other call tells them. */
export async function readProfileCopy(db: Kysely<DB>, fanId: number): Promise<MyData['profile']> {
  const { leavingSince, invitedBy } = await db
    .selectFrom('fan')
    .leftJoin('fan as inviter', 'inviter.id', 'fan.invited_by')
    .select(['fan.leaving_since as leavingSince', 'inviter.fan_code as invitedBy'])
    .where('fan.id', '=', fanId)
    .executeTakeFirstOrThrow();
  return {
    ...(await readUserInfo(db, fanId)),
    invitedBy,
    leavingSince: leavingSince?.toISOString() ?? null,
  };
}

/** Where a fan is and lately was signed in, newest first, and how often in all. */
export async function readSignInsCopy(db: Kysely<DB>, fanId: number, most: number): Promise<MyData['signIns']> {
  const signIns = db.selectFrom('sign_in').where('fan_id', '=', fanId);
  const { total } = await signIns.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await signIns.selectAll().orderBy('begun_at', 'desc').orderBy('id').limit(most).execute();
  return {
    total,
    rows: rows.map((row) => ({
      browser: row.browser,
      system: row.system,
      deviceType: row.device_type,
      deviceId: row.device_id,
      begunAt: row.begun_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
    })),
  };
}
