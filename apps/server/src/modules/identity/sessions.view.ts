import type { Contract, DataOf } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';

type DeviceSession = DataOf<Contract['POST /wallet/api/v1/user/getSessions']>['list'][number];

/** Returns a fan's devices: this token's first, then by last use. */
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
    // A table constraint limits it to the contract's values.
    deviceType: row.device_type as DeviceSession['deviceType'],
    begunAt: row.begun_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  }));
}
