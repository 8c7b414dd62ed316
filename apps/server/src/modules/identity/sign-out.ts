import type { Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Fan } from '#/http/caller.ts';
import { hashToken } from '#/lib/token.ts';
import { lockFan } from './fan.store.ts';
import { signInOfToken, type EndedSignIns, endSignIns } from './session.store.ts';
import type { Services } from '#/services.ts';

type EndServices = Pick<Services, 'db' | 'sessions'>;

/** Who ends sessions, by the token that the call came with. */
type Ender = { readonly fan: Fan; readonly tokenHash: Buffer; readonly now: Date };

/**
 * Signs a fan out on one of their devices. Throws Refusal SESSION_NOT_FOUND, also when the session is another fan's or is
 * over, or UNAUTHENTICATED when the caller's own has ended in this moment.
 */
export async function endSession(services: EndServices, ender: Ender, sessionId: string): Promise<void> {
  await end(services, ender, async (tx) => {
    const ended = await endSignIns(tx, { fanId: ender.fan.id, only: [sessionId], now: ender.now });
    if (ended.ids.length === 0) throw new Refusal('SESSION_NOT_FOUND');
    return ended;
  });
}

/**
 * Signs a fan out on every device but this one, and tells on how many. Throws Refusal UNAUTHENTICATED when the caller's
 * own session has ended in this moment.
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
    // A replica may know a token for seconds after it ended, which must not be enough to sign out everybody else.
    const own = await signInOfToken(tx, tokenHash, now);
    if (!own) throw new Refusal('UNAUTHENTICATED');
    return endThem(tx, own.id);
  });
  for (const hash of ended.tokenHashes) sessions.forget(hash);
  return ended;
}

/** Ends the sign-in behind a token, with its refresh token and all its tokens. */
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
