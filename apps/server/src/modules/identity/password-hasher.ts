import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import type { Settings } from '#/config/settings.ts';
import { createSemaphore } from '#/lib/turns.ts';

export type PasswordHasher = {
  /** Throws Refusal OVERLOADED when the queue is full. */
  hash(password: string): Promise<string>;
  /**
   * Verifies a password. Without a hash it does the same work and returns false, so that timing does not reveal
   * accounts. Throws Refusal OVERLOADED when the queue is full.
   */
  verify(storedHash: string | undefined, password: string): Promise<boolean>;
};

type HasherLimits = { readonly atOnce?: number; readonly waiting?: number };

/**
 * Limits parallel hashes: one takes a core for about 25 ms and 19 MiB, so a burst of sign-ins would starve other work.
 */
export function createPasswordHasher(
  cost: Settings['passwordCost'],
  { atOnce = Math.max(2, availableParallelism() - 1), waiting: mostWaiting = 400 }: HasherLimits = {},
): PasswordHasher {
  const limited = createSemaphore(atOnce, mostWaiting);

  // The hash of a random password, for accounts without one.
  const dummyHash = limited(() => hash(randomBytes(32), cost));
  dummyHash.catch(() => undefined);

  return {
    hash: (password) => limited(() => hash(password, cost)),
    async verify(storedHash, password) {
      const compared = storedHash ?? (await dummyHash);
      const isRight = await limited(() => verify(compared, password));
      return isRight && storedHash !== undefined;
    },
  };
}
