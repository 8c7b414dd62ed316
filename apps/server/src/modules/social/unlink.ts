import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { providerNames, type SocialProvider } from '#/social-providers.ts';
import { deleteAttemptsOf } from './attempt.store.ts';
import { enqueueRevocation } from './revoke-tokens-job.ts';
import { lockLink, releaseLink } from './social.store.ts';

type Unlinking = { readonly fanId: number; readonly now: Date };

/** Unlinks a fan's account and has its tokens revoked at the provider. Throws Refusal SOCIAL_NOT_BOUND. */
export async function unlink(tx: Transaction<DB>, provider: SocialProvider, unlinking: Unlinking): Promise<void> {
  if (!(await release(tx, provider, unlinking))) {
    throw new Refusal('SOCIAL_NOT_BOUND', { provider: providerNames[provider] });
  }
}

/** Unlinks whatever a fan who leaves has linked, and ends their walks to link more. */
export async function releaseSocialAccounts(tx: Transaction<DB>, unlinking: Unlinking): Promise<void> {
  await release(tx, 'twitter', unlinking);
  await release(tx, 'discord', unlinking);
  await deleteAttemptsOf(tx, unlinking.fanId);
}

async function release(tx: Transaction<DB>, provider: SocialProvider, { fanId, now }: Unlinking): Promise<boolean> {
  const link = await lockLink(tx, provider, fanId);
  if (!link) return false;
  const { linkId, sealedTokens } = link;
  await releaseLink(tx, linkId, now);
  if (sealedTokens) await enqueueRevocation(tx, { provider, linkId, sealedTokens });
  return true;
}
