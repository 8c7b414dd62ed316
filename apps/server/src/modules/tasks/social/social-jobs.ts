import { socialProviders } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { enqueue, type Job, job, jobKind, scheduledJob } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { deleteLapsedAttempts, deleteLapsedGrants } from './social.store.ts';
import { createSocialServices, NotTakenError, type SocialServices } from './provider-client.ts';
import { openTokens, socialModes } from './provider.ts';
import type { SocialProvider } from '#/config/providers.ts';

/** Jobs of the module: revoking tokens, and deleting old rows. */
export function socialJobs(given: Pick<Services, 'db' | 'log' | 'clock' | 'settings'>): Job[] {
  const services = createSocialServices(given);
  return [revokeTokensJob(services), sweepSocialJob(services)];
}

/** Attempts over about a day, as long as a provider may be down. */
const revokeTokensKind = jobKind('revoke-social-tokens', {
  payload: z.object({ provider: z.enum(socialProviders), linkId: z.uuid(), sealedTokens: z.base64() }),
  attempts: 12,
});

/** Revokes tokens once the transaction commits. The queue holds them encrypted. */
export async function enqueueRevocation(
  tx: Transaction<DB>,
  { provider, linkId, sealedTokens }: { provider: SocialProvider; linkId: string; sealedTokens: Buffer },
): Promise<void> {
  await enqueue(tx, revokeTokensKind, { provider, linkId, sealedTokens: sealedTokens.toString('base64') });
}

/** Revokes tokens at the provider; retries while it is down. */
function revokeTokensJob({ settings, keys, log, clientOf }: SocialServices): Job {
  return job(revokeTokensKind, async ({ provider, linkId, sealedTokens }) => {
    if (socialModes(settings)[provider] === 'off') {
      log.warn({ provider, linkId }, 'the provider was turned off before tokens were revoked');
      return;
    }
    const { accessToken, refreshToken } = openTokens(keys, Buffer.from(sealedTokens, 'base64'), linkId);
    try {
      await clientOf(provider).revoke(refreshToken ?? accessToken);
    } catch (error) {
      // Tokens that the provider does not know need no revocation.
      if (!(error instanceof NotTakenError)) throw error;
    }
  });
}

/** Deletes expired attempts and grants of the sandbox. */
function sweepSocialJob({ db, clock }: Pick<SocialServices, 'db' | 'clock'>): Job {
  return scheduledJob('sweep-social', async () => {
    const now = clock.now();
    await deleteLapsedAttempts(db, now);
    await deleteLapsedGrants(db, now);
  });
}
