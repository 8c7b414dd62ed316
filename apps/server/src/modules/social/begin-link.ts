import { randomBytes } from 'node:crypto';
import { randomPKCECodeVerifier } from 'openid-client';
import { Refusal } from '#/errors.ts';
import { tokenHash } from '#/token-hash.ts';
import { providerNames, type SocialProvider } from '#/social-providers.ts';
import { insertAttempt } from './attempt.store.ts';
import { attemptMs } from './link.rules.ts';
import { findLink } from './social.store.ts';
import type { SocialServices } from './social-services.ts';

/**
 * Begins a walk to a provider's consent page. The state names the provider, because the fan comes back from all of them
 * to one address; what makes it good is its 256 random bits, of which only a hash is stored.
 *
 * @returns the address of the consent page.
 * @throws Refusal SOCIAL_UNAVAILABLE, SOCIAL_ALREADY_BOUND
 */
export async function beginLink(
  services: SocialServices,
  { provider, fanId, now }: { provider: SocialProvider; fanId: number; now: Date },
): Promise<string> {
  const { db, keys } = services;
  const client = services.clientOf(provider);
  if (await findLink(db, provider, fanId)) {
    throw new Refusal('SOCIAL_ALREADY_BOUND', { provider: providerNames[provider] });
  }
  const state = `${provider}.${randomBytes(32).toString('base64url')}`;
  const stateHash = tokenHash(state);
  const verifier = randomPKCECodeVerifier();
  const sealedVerifier = keys.seal('social-verifier', verifier, stateHash.toString('hex'));
  const expiresAt = new Date(now.getTime() + attemptMs);
  await db.transaction().execute((tx) => insertAttempt(tx, { stateHash, provider, fanId, sealedVerifier, expiresAt }));
  return client.consentUrl({ state, verifier });
}
