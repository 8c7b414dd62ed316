import type { Contract, DataOf } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';

type DeviceSession = DataOf<Contract['POST /wallet/api/v1/user/getSessions']>['list'][number];

/** Where a fan is signed in: the device of this token first, then those seen last. */
export async function readDeviceSessions(
  db: Kysely<DB>,
  { fanId, tokenHash, now }: { readonly fanId: number; readonly tokenHash: Buffer; readonly now: Date },
): Promise<DeviceSession[]> {
  const rows = await db
    .selectFrom('sign_in')
    .select((is) => [
      'id',
      'browser',
      'system',
      'device_type',
      'begun_at',
      'last_seen_at',
      is
        .exists(
          is
            .selectFrom('session')
            .select('session.token_hash')
            .whereRef('session.sign_in_id', '=', 'sign_in.id')
            .where('session.token_hash', '=', tokenHash),
        )
        .as('current'),
    ])
    .where('fan_id', '=', fanId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('current', 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    sessionId: row.id,
    current: Boolean(row.current),
    browser: row.browser,
    system: row.system,
    // A constraint of the table keeps it within the contract's words.
    deviceType: row.device_type as DeviceSession['deviceType'],
    begunAt: row.begun_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  }));
}
