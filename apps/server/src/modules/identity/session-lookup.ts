import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { retryOnLostConnection } from '#/db/retry.ts';
import type { Fan, Sessions } from '#/http/caller.ts';
import type { Clock } from '#/lib/clock.ts';
import { createBatchLoader } from '#/lib/batch-loader.ts';
import { roomFor } from '#/lib/room-for.ts';
import { hashToken } from '#/lib/token.ts';
import type { Log } from '#/log.ts';
import { writeSeen } from './session.store.ts';
import { keyOf, readEnded, readSessions, type Session } from './sessions.view.ts';

type Remembered = Session & { readonly lookedUpAtMs: number };

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
  const remembered = new LRUCache<string, Remembered>(roomFor(rememberedSessions));
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
      const key = keyOf(hashToken(token));
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
