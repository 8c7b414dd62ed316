import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { MyData } from '#/services.ts';

/** Returns whether a fan's browser gets pushes, and whether they may come at night. */
export async function readPushState(
  db: Kysely<DB>,
  { fanId, signInId }: { readonly fanId: number; readonly signInId: string },
): Promise<{ isOn: boolean; atNight: boolean }> {
  const { rows } = await sql<{ isOn: boolean; atNight: boolean }>`
    select exists (select from push_subscription s where s.fan_id = p.fan_id and s.sign_in_id = ${signInId}) as "isOn",
           p.at_night as "atNight"
      from push_fan p where p.fan_id = ${fanId}`.execute(db);
  return rows[0] ?? { isOn: false, atNight: false };
}

/** Returns what the export says about pushes: where they go, without what lets anybody send one. */
export async function readPushRecords(db: Kysely<DB>, fanId: number): Promise<MyData['pushes']> {
  const { rows } = await sql<{ endpoint: string; timeZone: string; atNight: boolean; subscribedAt: Date }>`
    select s.endpoint, p.time_zone as "timeZone", p.at_night as "atNight", s.subscribed_at as "subscribedAt"
      from push_subscription s join push_fan p on p.fan_id = s.fan_id
     where s.fan_id = ${fanId} order by s.id`.execute(db);
  const records = rows.map(({ endpoint, subscribedAt, ...row }) => ({
    service: new URL(endpoint).host,
    ...row,
    subscribedAt: subscribedAt.toISOString(),
  }));
  return { total: records.length, rows: records };
}
