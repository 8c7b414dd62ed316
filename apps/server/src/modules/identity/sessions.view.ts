import { hash } from 'node:crypto';
import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import type { DB } from '#/db/schema.ts';
import type { Fan } from '#/http/caller.ts';
import type { MyData } from '#/services.ts';

/** Sign-ins and when they ended, for statements that join them. */
export const signInRows = sql<{ id: string; ended_at: Date | null }>`(select id, ended_at from sign_in)`;

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

/** The session of a token, with its fan and its device. */
export type Session = {
  readonly fan: Fan;
  readonly expiresAtMs: number;
  readonly signIn: { readonly id: string; readonly lastSeenAtMs: number };
};

/** Buffers are compared by identity in a Map; a latin1 string is compared by value. */
export function keyOf(hashed: Buffer): string {
  return hashed.toString('latin1');
}

/** Returns `keyOf` the hash of a token. Each call asks, and Node makes a digest's buffer in more time than the digest. */
export function keyOfToken(token: string): string {
  return hash('sha256', token, 'binary');
}

type SessionRow = {
  token_hash: Buffer;
  id: number;
  account_id: string;
  created_at: Date;
  expires_at: Date;
  sign_in_id: string;
  last_seen_at: Date;
};

/** Reads what has not ended of the sessions with these keys, by key. */
export async function readSessions(pool: Pool, keys: readonly string[]): Promise<ReadonlyMap<string, Session>> {
  const { rows } = await pool.query<SessionRow>({
    name: 'sessions-of-tokens',
    text: `SELECT s.token_hash, f.id, f.account_id, f.created_at, s.expires_at, s.sign_in_id, i.last_seen_at
             FROM session s JOIN fan f ON f.id = s.fan_id JOIN sign_in i ON i.id = s.sign_in_id
            WHERE s.token_hash = ANY ($1::bytea[]) AND s.kind = 'token' AND s.ended_at IS NULL`,
    values: [keys.map((key) => Buffer.from(key, 'latin1'))],
  });
  return new Map(
    rows.map((row) => [
      keyOf(row.token_hash),
      {
        fan: { id: row.id, accountId: row.account_id, joinedAt: row.created_at, signInId: row.sign_in_id },
        expiresAtMs: row.expires_at.getTime(),
        signIn: { id: row.sign_in_id, lastSeenAtMs: row.last_seen_at.getTime() },
      },
    ]),
  );
}

/** Returns those of the sign-ins that have ended. */
export async function readEnded(pool: Pool, signInIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'sign-ins-ended',
    text: `SELECT asked.id FROM unnest($1::uuid[]) AS asked (id) LEFT JOIN sign_in s ON s.id = asked.id
            WHERE s.id IS NULL OR s.ended_at IS NOT NULL`,
    values: [signInIds],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Reads a fan's current and recent sign-ins, newest first, and their total number. */
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
