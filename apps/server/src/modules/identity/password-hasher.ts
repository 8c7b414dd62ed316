import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import type { Settings } from '#/config/settings.ts';
import { createSemaphore } from '#/lib/semaphore.ts';

export type PasswordHasher = {
  /** Throws Refusal OVERLOADED when too many are waiting. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the one behind the hash. Without a hash the answer is no, after the same work, so that the
   * time tells nobody whether there is an account. Throws Refusal OVERLOADED when too many are waiting.
   */
  verify(storedHash: string | undefined, password: string): Promise<boolean>;
};

type HasherLimits = { readonly atOnce?: number; readonly waiting?: number };

/**
 * Hashes passwords, a few at once: a hash takes a core for about 25 ms and 19 MiB, so a storm of sign-ins would otherwise
 * starve everything else of both.
 */
export function createPasswordHasher(
  cost: Settings['passwordCost'],
  { atOnce = Math.max(2, availableParallelism() - 1), waiting: mostWaiting = 400 }: HasherLimits = {},
): PasswordHasher {
  const limited = createSemaphore(atOnce, mostWaiting);

  // Nobody knows the password behind it.
  const nobodysHash = limited(() => hash(randomBytes(32), cost));
  nobodysHash.catch(() => undefined);

  return {
    hash: (password) => limited(() => hash(password, cost)),
    async verify(storedHash, password) {
      const compared = storedHash ?? (await nobodysHash);
      const isRight = await limited(() => verify(compared, password));
      return isRight && storedHash !== undefined;
    },
  };
}
