import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { ServerKeys } from '#/server-keys.ts';
import { codeHash, type CodeSubject, deviceHash } from './mail-code.rules.ts';
import { countGuess, type Guess } from './mail-code.store.ts';

/** A code as somebody typed it on a device, in the form in which it is compared. */
export function guessAt(
  keys: ServerKeys,
  code: string,
  { now, deviceId, ...subject }: CodeSubject & { readonly deviceId: string | undefined; readonly now: Date },
): Guess {
  const { email, purpose } = subject;
  return { email, purpose, codeHash: codeHash(keys, code, subject), deviceHash: deviceHash(keys, deviceId), now };
}

/**
 * Holds a guess against the code that was mailed, and counts it if it is wrong; a right one still has to be used up, by
 * `useCode` in the transaction of what it allows. Throws Refusal CODE_INVALID or CODE_EXHAUSTED.
 */
export async function checkCode(db: Kysely<DB>, guess: Guess): Promise<void> {
  const outcome = await countGuess(db, guess);
  if (outcome === 'exhausted') throw new Refusal('CODE_EXHAUSTED');
  if (outcome !== 'right') throw new Refusal('CODE_INVALID');
}
