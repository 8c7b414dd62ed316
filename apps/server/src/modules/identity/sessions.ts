import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Device } from '#/http/call.ts';
import { hashToken, randomToken } from '#/lib/token.ts';
import { deviceNameOf } from './device-name.rules.ts';
import { lockFan } from './fan-locks.store.ts';
import { cancelDeletion } from './fan.store.ts';
import { newRefreshToken, refreshTokenValidMs, signInValidMs } from './cookies.ts';
import {
  deleteTokensBeyond,
  insertSession,
  endSignIns,
  insertSignIn,
  type LiveSignIn,
  signInsGivingWay,
  writeSeen,
} from './session.store.ts';
import { retryOnLostConnection } from '#/db/retry.ts';
import type { Fan, Sessions } from '#/http/caller.ts';
import type { Clock } from '#/lib/clock.ts';
import { createBatchLoader } from '#/lib/shared-reads.ts';
import { roomFor } from '#/lib/cache-options.ts';
import type { Log } from '#/log.ts';
import { keyOf, keyOfToken, readEnded, readSessions, type Session } from './sessions.view.ts';

const tokenValidMs = 24 * 60 * 60_000;

/** Maximum number of devices a fan is signed in on, and of tabs per device with their own token. */
const mostSignIns = 20;
const mostTokens = 32;

/** A new sign-in: the token for the header, and the refresh token for the cookie. */
export type SignIn = {
  readonly token: string;
  readonly passportToken: string;
  /** Whether this sign-in cancelled a pending account deletion. */
  readonly deletionCancelled: boolean;
};

type SignInOf = { readonly fanId: number; readonly device: Device; readonly now: Date };

/**
 * Begins a sign-in with new random tokens, stored only as hashes, and ends the device's previous one and the longest
 * unseen above the limit. Throws Refusal UNAUTHENTICATED when the fan is erased concurrently.
 */
export async function beginSignIn(tx: Transaction<DB>, { fanId, device, now }: SignInOf): Promise<SignIn> {
  // Locks the fan's row, so that concurrent sign-ins of one fan are counted in turn.
  const deletionCancelled = await cancelDeletion(tx, fanId);
  if (deletionCancelled === undefined) throw new Refusal('UNAUTHENTICATED');
  const only = await signInsGivingWay(tx, { fanId, deviceId: device.id, most: mostSignIns - 1, now });
  if (only.length > 0) await endSignIns(tx, { fanId, only, now });

  const signInSecret = randomToken();
  const signIn = { id: randomUUID(), fanId, begunAt: now, expiresAt: addMs(now, refreshTokenValidMs) };
  await insertSignIn(tx, {
    ...signIn,
    ...deviceNameOf(device),
    deviceId: device.id,
    secretHash: hashToken(signInSecret),
  });
  const passportToken = await addRefreshToken(tx, { signIn, signInSecret, now });
  return { token: await addToken(tx, signIn, now), passportToken, deletionCancelled };
}

/**
 * Adds a token to a sign-in. Earlier tokens stay valid, because a browser's tabs share one refresh token and each has
 * its own token.
 */
export async function addToken(tx: Transaction<DB>, signIn: LiveSignIn, now: Date): Promise<string> {
  const token = randomToken();
  await insertSession(tx, {
    kind: 'token',
    tokenHash: hashToken(token),
    signInId: signIn.id,
    fanId: signIn.fanId,
    createdAt: now,
    expiresAt: earliest(addMs(now, tokenValidMs), signIn.expiresAt),
  });
  return token;
}

/** Ends the oldest tokens of a sign-in above the limit and returns their hashes. */
export function endSurplusTokens(tx: Transaction<DB>, signIn: LiveSignIn): Promise<Buffer[]> {
  return deleteTokensBeyond(tx, signIn.id, mostTokens);
}

type RefreshTokenOf = { readonly signIn: LiveSignIn; readonly signInSecret: string; readonly now: Date };

export async function addRefreshToken(
  tx: Transaction<DB>,
  { signIn, signInSecret, now }: RefreshTokenOf,
): Promise<string> {
  const refreshToken = newRefreshToken(signInSecret);
  await insertSession(tx, {
    kind: 'passport',
    tokenHash: hashToken(refreshToken),
    signInId: signIn.id,
    fanId: signIn.fanId,
    createdAt: now,
    expiresAt: refreshTokenExpiry(signIn, now),
  });
  return refreshToken;
}

/** Returns the expiry of a refresh token: 30 days, and with its sign-in after 180 days at the latest. */
export function refreshTokenExpiry(signIn: LiveSignIn, now: Date): Date {
  return earliest(addMs(now, refreshTokenValidMs), addMs(signIn.begunAt, signInValidMs));
}

/**
 * Ends every sign-in of a fan.
 *
 * @returns the hashes of the ended tokens, for `sessions.forget`.
 */
export async function endSignInsOf(tx: Transaction<DB>, fanId: number, now: Date): Promise<readonly Buffer[]> {
  await lockFan(tx, fanId);
  return (await endSignIns(tx, { fanId, now })).tokenHashes;
}

function addMs(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}

function earliest(one: Date, other: Date): Date {
  return one < other ? one : other;
}

type RememberedSession = Session & { readonly lookedUpAtMs: number };

/**
 * How long another replica may accept an ended session. Short enough to need no message between replicas, long enough
 * to save look-ups for consecutive calls.
 */
const rememberMs = 5_000;
const rememberedSessions = 50_000;

/** Tokens are 32 random bytes as base64url; longer input is rejected before it is hashed. */
const longestToken = 256;

/** A restart causes thousands of look-ups a second; single look-ups would cost as much as the calls. */
const inBatches = { readers: 2, batchMax: 200 };

type SessionServices = {
  readonly pool: Pool;
  readonly lookUps: { readonly pool: Pool };
  readonly clock: Clock;
  readonly log: Log;
};

/** Looks sessions up in a cache, then in the database in batches. */
export function createSessions(services: SessionServices): Sessions {
  const { lookUps, clock } = services;
  const remembered = new LRUCache<string, RememberedSession>(roomFor(rememberedSessions));
  const read = createBatchLoader<string, Session>(
    (keys) => retryOnLostConnection(() => readSessions(lookUps.pool, keys)),
    inBatches,
  );
  const noteSeen = createLastSeen(services);
  /** Counts calls of `forget`, so that a look-up detects a session that ended during its read. */
  let forgotten = 0;

  async function lookUp(key: string, nowMs: number): Promise<Fan | undefined> {
    const forgottenBefore = forgotten;
    const session = await read(key);
    if (session === undefined || session.expiresAtMs <= nowMs) return undefined;
    noteSeen(session.signIn);
    if (forgotten !== forgottenBefore) return session.fan;
    remembered.set(key, { ...session, lookedUpAtMs: nowMs });
    return session.fan;
  }

  return {
    async resolve(token) {
      if (token.length > longestToken) return undefined;
      const key = keyOfToken(token);
      const nowMs = clock.now().getTime();
      const known = remembered.get(key);
      // The clock may have been set back by more than the cache time.
      if (known && Math.abs(nowMs - known.lookedUpAtMs) < rememberMs) {
        return nowMs < known.expiresAtMs ? known.fan : undefined;
      }
      return lookUp(key, nowMs);
    },
    forget(hashed) {
      forgotten += 1;
      remembered.delete(keyOf(hashed));
    },
    endedOf: (signInIds) => readEnded(lookUps.pool, signInIds),
  };
}

/** The device list shows the hour, so a write per call is unnecessary. */
const staleMs = 5 * 60_000;

/** One statement at a time uses one connection, and no call waits for it. */
const writes = { readers: 1, batchMax: 200 };

/** Records that a device was seen. */
type LastSeen = (signIn: { readonly id: string; readonly lastSeenAtMs: number }) => void;

/** Writes last-seen times outside the calls. */
function createLastSeen({ pool, clock, log }: { pool: Pool; clock: Clock; log: Log }): LastSeen {
  const write = createBatchLoader<string, never>(async (signInIds) => {
    await writeSeen(pool, signInIds, clock.now());
    return new Map<string, never>();
  }, writes);

  return ({ id, lastSeenAtMs }) => {
    if (clock.now().getTime() - lastSeenAtMs < staleMs) return;
    write(id).catch((error: unknown) => log.warn({ err: error }, 'when devices were last seen was not written'));
  };
}
