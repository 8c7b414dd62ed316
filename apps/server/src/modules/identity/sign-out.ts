import type { Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Fan } from '#/http/caller.ts';
import { hashToken } from '#/lib/token.ts';
import { lockFan } from './fan-locks.store.ts';
import { signInOfToken, type EndedSignIns, endSignIns } from './session.store.ts';
import type { Services } from '#/services.ts';

type EndServices = Pick<Services, 'db' | 'sessions'>;

/** The fan who ends sessions, and the token of the call. */
type Ender = { readonly fan: Fan; readonly tokenHash: Buffer; readonly now: Date };

/**
 * Ends a fan's session on one device. Throws Refusal SESSION_NOT_FOUND for a foreign or ended session, UNAUTHENTICATED
 * when the caller's own ended concurrently.
 */
export async function endSession(services: EndServices, ender: Ender, sessionId: string): Promise<void> {
  await end(services, ender, async (tx) => {
    const ended = await endSignIns(tx, { fanId: ender.fan.id, only: [sessionId], now: ender.now });
    if (ended.ids.length === 0) throw new Refusal('SESSION_NOT_FOUND');
    return ended;
  });
}

/**
 * Ends a fan's other sessions and returns their number. Throws Refusal UNAUTHENTICATED when the caller's own session
 * ended concurrently.
 */
export async function endOtherSessions(services: EndServices, ender: Ender): Promise<number> {
  const { fan, now } = ender;
  const ended = await end(services, ender, (tx, own) => endSignIns(tx, { fanId: fan.id, except: own, now }));
  return ended.ids.length;
}

async function end(
  { db, sessions }: EndServices,
  { fan, tokenHash, now }: Ender,
  endThem: (tx: Transaction<DB>, own: string) => Promise<EndedSignIns>,
): Promise<EndedSignIns> {
  const ended = await transactionWithRetry(db, async (tx) => {
    await lockFan(tx, fan.id);
    // A replica may accept a token for seconds after its end, which must not suffice to end all other sessions.
    const own = await signInOfToken(tx, tokenHash, now);
    if (!own) throw new Refusal('UNAUTHENTICATED');
    return endThem(tx, own.id);
  });
  for (const hash of ended.tokenHashes) sessions.forget(hash);
  return ended;
}

/** Ends the sign-in of a token, with all its tokens. */
export async function signOut(
  { db, sessions }: Pick<Services, 'db' | 'sessions'>,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<void> {
  const ended = await transactionWithRetry(db, async (tx) => {
    const signIn = await signInOfToken(tx, hashToken(token), now);
    return signIn && endSignIns(tx, { fanId: signIn.fanId, only: [signIn.id], now });
  });
  for (const hash of ended?.tokenHashes ?? []) sessions.forget(hash);
}
