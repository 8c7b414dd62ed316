import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { PersonalData } from '#/services.ts';
import { listLinkedAccounts } from './social-links.view.ts';
import { deleteAttemptsOf, lockLink, releaseLink } from './social.store.ts';
import { enqueueRevocation } from './social-jobs.ts';
import { providerNames, type SocialProvider } from '#/config/providers.ts';

type Unlinking = { readonly fanId: number; readonly now: Date };

/** Unlinks a fan's account and enqueues the revocation of its tokens. Throws Refusal SOCIAL_NOT_BOUND. */
export async function unlink(tx: Transaction<DB>, provider: SocialProvider, unlinking: Unlinking): Promise<void> {
  if (!(await release(tx, provider, unlinking))) {
    throw new Refusal('SOCIAL_NOT_BOUND', { provider: providerNames[provider] });
  }
}

/** Unlinks all accounts of a fan in erasure, and ends attempts to link more. */
async function releaseSocialAccounts(tx: Transaction<DB>, unlinking: Unlinking): Promise<void> {
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

/** A fan's linked accounts at X and Discord, and their rewards. */
export const socialPersonalData: PersonalData = {
  erased: ['social_link_attempt'],
  kept: {
    social_account: 'An unlinked account is a keyed hash, which keeps it from being passed from fan to fan.',
    social_reward: 'A reward keeps the same account from earning the task again.',
  },
  erase: (tx, { id }, now) => releaseSocialAccounts(tx, { fanId: id, now }),
  copy: async (db, { fan }) => ({ socialAccounts: await listLinkedAccounts(db, fan.id) }),
};
