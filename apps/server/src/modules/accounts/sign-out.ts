import type { Services } from '#/services.ts';
import { tokenHash } from '#/token-hash.ts';
import { endSignIn } from './session.store.ts';

/** Ends the sign-in behind a token: its passport and every token that came of it. */
export async function signOut(
  { db, sessions }: Pick<Services, 'db' | 'sessions'>,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<void> {
  const ended = await db.transaction().execute((tx) => endSignIn(tx, tokenHash(token), now));
  for (const hash of ended) sessions.forget(hash);
}
