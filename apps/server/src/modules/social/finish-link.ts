import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { ServerKeys } from '#/server-keys.ts';
import { tokenHash } from '#/token-hash.ts';
import { providerNames, type SocialProvider } from '#/social-providers.ts';
import { takeAttempt } from './attempt.store.ts';
import { readIdentity } from './identity.ts';
import { claimTo } from './link.rules.ts';
import { NotTakenError } from './provider-client.ts';
import { sealTokens } from './provider-tokens.ts';
import { enqueueRevocation } from './revoke-tokens-job.ts';
import { findLink, insertLink, lockFan, lockHolder, type NewLink, renewLink } from './social.store.ts';
import type { SocialServices } from './social-services.ts';

/** A fan who has come back from a provider's page, with a code or with OAuth's name of what went wrong. */
export type ComingBack = {
  readonly provider: SocialProvider;
  readonly fanId: number;
  readonly state: string;
  readonly code: string | undefined;
  readonly error: string | undefined;
  readonly now: Date;
};

/**
 * Links the account a fan has consented with. The attempt is used up first, whatever comes of it, so that neither its
 * state nor its code can be tried twice; tokens that lead to no link are revoked.
 *
 * @throws Refusal SOCIAL_LINK_INVALID, SOCIAL_DENIED, SOCIAL_UNAVAILABLE, SOCIAL_ALREADY_BOUND, SOCIAL_ACCOUNT_TAKEN,
 * SOCIAL_ACCOUNT_WAITING
 */
export async function finishLink(services: SocialServices, back: ComingBack): Promise<void> {
  const { db, keys, clientOf } = services;
  const { provider, fanId, state, code, now } = back;
  const named = { provider: providerNames[provider] };
  const verifier = await verifierOf(services, back);
  if (back.error === 'access_denied') throw new Refusal('SOCIAL_DENIED', named);
  if (code === undefined) throw new Refusal('SOCIAL_UNAVAILABLE', named);
  if (await findLink(db, provider, fanId)) throw new Refusal('SOCIAL_ALREADY_BOUND', named);

  const linkId = randomUUID();
  const client = clientOf(provider);
  const tokens = await orInvalid(() => client.exchangeCode({ code, state, verifier }, now));
  const sealedTokens = sealTokens(keys, tokens, linkId);
  const revocation = { provider, linkId, sealedTokens };
  // Discord is asked nothing but who it is, so its tokens are given back at once.
  const isAskedLater = provider === 'twitter';
  try {
    const identity = await orInvalid(() => readIdentity(provider, client.readApi(tokens.accessToken)));
    const link = {
      provider,
      subjectHash: subjectHash(keys, provider, identity.subject),
      ...identity,
      fanId,
      linkId,
      sealedTokens: isAskedLater ? sealedTokens : null,
      linkedAt: now,
    };
    await db.transaction().execute(async (tx) => {
      await bind(tx, link);
      if (!isAskedLater) await enqueueRevocation(tx, revocation);
    });
  } catch (error) {
    await db.transaction().execute((tx) => enqueueRevocation(tx, revocation));
    throw error;
  }
}

/** An account is known again by this after it was unlinked, and by nobody who lacks the server's key. */
function subjectHash(keys: ServerKeys, provider: SocialProvider, subject: string): Buffer {
  return keys.keyedHash('social-subject', `${provider} ${subject}`);
}

async function verifierOf({ db, keys }: SocialServices, { state, provider, fanId, now }: ComingBack): Promise<string> {
  const stateHash = tokenHash(state);
  const sealed = await takeAttempt(db, { stateHash, provider, fanId, now });
  if (!sealed) throw new Refusal('SOCIAL_LINK_INVALID');
  return keys.open('social-verifier', sealed, stateHash.toString('hex')).toString('utf8');
}

/** A code that the provider does not take came from somewhere else, or has lapsed. */
async function orInvalid<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NotTakenError) throw new Refusal('SOCIAL_LINK_INVALID');
    throw error;
  }
}

async function bind(tx: Transaction<DB>, link: NewLink): Promise<void> {
  const named = { provider: providerNames[link.provider] };
  await lockFan(tx, link.fanId);
  if (await findLink(tx, link.provider, link.fanId)) throw new Refusal('SOCIAL_ALREADY_BOUND', named);
  if (await insertLink(tx, link)) return;
  const claim = claimTo(await lockHolder(tx, link), { fanId: link.fanId, now: link.linkedAt });
  if (claim.may === 'never') throw new Refusal('SOCIAL_ACCOUNT_TAKEN', named);
  if (claim.may === 'later') throw new Refusal('SOCIAL_ACCOUNT_WAITING', { ...named, days: claim.days });
  await renewLink(tx, link);
}
