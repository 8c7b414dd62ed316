import { transactionWithRetry } from '#/db/transaction-with-retry.ts';
import type { Services } from '#/services.ts';
import { tokenHash } from '#/token-hash.ts';
import { signInOfToken } from './session.store.ts';
import { endSignIns } from './sign-in.store.ts';

/** Ends the sign-in behind a token: its passport and every token that came of it. */
export async function signOut(
  { db, sessions }: Pick<Services, 'db' | 'sessions'>,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<void> {
  const ended = await transactionWithRetry(db, async (tx) => {
    const signIn = await signInOfToken(tx, tokenHash(token), now);
    return signIn && endSignIns(tx, { fanId: signIn.fanId, only: [signIn.id], now });
  });
  for (const hash of ended?.tokenHashes ?? []) sessions.forget(hash);
}
