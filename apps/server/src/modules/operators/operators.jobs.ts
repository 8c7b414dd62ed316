import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { type Job, scheduledJob } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { tokenWarningMs } from './tokens.rules.ts';
import { type EndingToken, readEndingTokens } from './tokens.store.ts';

export type TellOfToken = {
  /** Tells other programs of a token that ends soon, once; injected, because webhooks depend on operators. */
  readonly tellOfToken: (tx: Transaction<DB>, token: EndingToken, at: Date) => Promise<void>;
};

/** Warns once a day of each token that ends within two weeks: what runs by it stops then. */
export function operatorJobs({
  db,
  clock,
  log,
  tellOfToken,
}: Pick<Services, 'db' | 'clock' | 'log'> & TellOfToken): Job[] {
  return [
    scheduledJob('warn-of-ending-tokens', async () => {
      const at = clock.now();
      const ending = await readEndingTokens(db, { at, by: new Date(at.getTime() + tokenWarningMs) });
      for (const token of ending) {
        const { operator, name: tokenName, expiresAt } = token;
        log.warn({ operator, tokenName, expiresAt: expiresAt.toISOString() }, 'a token of an operator ends soon');
        await db.transaction().execute((tx) => tellOfToken(tx, token, at));
      }
    }),
  ];
}
