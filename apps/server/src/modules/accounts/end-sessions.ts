import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/transaction-with-retry.ts';
import { Refusal } from '#/errors.ts';
import type { Fan } from '#/http/session.ts';
import type { Services } from '#/services.ts';
import { lockFan } from './fan.store.ts';
import { signInOfToken } from './session.store.ts';
import { type EndedSignIns, endSignIns } from './sign-in.store.ts';

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
