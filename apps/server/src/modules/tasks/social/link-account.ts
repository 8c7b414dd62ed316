import { randomBytes, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { randomPKCECodeVerifier } from 'openid-client';
import * as z from 'zod';
import { providerNames, type SocialProvider } from '#/config/providers.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { hashToken } from '#/lib/token.ts';
import type { PersonalData } from '#/services.ts';
import { lockFan } from '#/modules/identity/index.ts';
import { attemptMs, claimTo } from './link.rules.ts';
import { NotTakenError, type ReadApi, type SocialServices } from './provider-client.ts';
import { sealTokens } from './provider.ts';
import { enqueueRevocation } from './social-jobs.ts';
import { listLinkedAccounts } from './social-links.view.ts';
import {
  deleteAttemptsOf,
  findLink,
  insertAttempt,
  insertLink,
  lockHolder,
  lockLink,
  type NewLink,
  releaseLink,
  renewLink,
  takeAttempt,
} from './social.store.ts';

/** A fan who returns from a provider's page, with a code or an OAuth error. */
type ComingBack = {
  readonly provider: SocialProvider;
  readonly fanId: number;
  /** The origin to which the fan returned; the provider checks that it is the one of the attempt. */
  readonly origin: string;
  readonly state: string;
  readonly code: string | undefined;
  readonly error: string | undefined;
  readonly now: Date;
};

/**
 * Links the account the fan has consented with. The attempt is used up first in any case, so that neither its state nor its
 * code can be tried twice; tokens that lead to no link are revoked.
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
  const client = clientOf(provider, back.origin);
  const tokens = await orInvalid(() => client.exchangeCode({ code, state, verifier }, now));
  const sealedTokens = sealTokens(keys, tokens, linkId);
  const revocation = { provider, linkId, sealedTokens };
  // Discord is only asked for the identity, so its tokens are revoked at once.
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

/** Identifies an unlinked account later, only with the server's key. */
function subjectHash(keys: ServerKeys, provider: SocialProvider, subject: string): Buffer {
  return keys.keyedHash('social-subject', `${provider} ${subject}`);
}

async function verifierOf({ db, keys }: SocialServices, { state, provider, fanId, now }: ComingBack): Promise<string> {
  const stateHash = hashToken(state);
  const sealed = await takeAttempt(db, { stateHash, provider, fanId, now });
  if (!sealed) throw new Refusal('SOCIAL_LINK_INVALID');
  return keys.open('social-verifier', sealed, stateHash.toString('hex')).toString('utf8');
}

/** Refuses a code that the provider did not issue to us, or that has expired. */
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

/** An account's identity: its permanent id, and its current name. */
type Identity = { readonly subject: string; readonly name: string };

const accountId = z.string().min(1).max(64);
const name = z.string().min(1).max(64);
const xUser = z.object({ data: z.object({ id: accountId, username: name }) });
const discordUser = z.object({ id: accountId, username: name });

/** Asks a provider whose access token this is. */
async function readIdentity(provider: SocialProvider, read: ReadApi): Promise<Identity> {
  if (provider === 'twitter') {
    const { data } = await read(xUser, '/2/users/me');
    return { subject: data.id, name: data.username };
  }
  const user = await read(discordUser, '/users/@me');
  return { subject: user.id, name: user.username };
}

/**
 * Begins an attempt to link. The state names the provider, because fans return from all of them to one address; 256 random
 * bits, stored as a hash, make it unforgeable.
 * @returns the address of the consent page
 */
export async function beginLink(
  services: SocialServices,
  { provider, fanId, origin, now }: { provider: SocialProvider; fanId: number; origin: string; now: Date },
): Promise<string> {
  const { db, keys } = services;
  const client = services.clientOf(provider, origin);
  if (await findLink(db, provider, fanId)) {
    throw new Refusal('SOCIAL_ALREADY_BOUND', { provider: providerNames[provider] });
  }
  const state = `${provider}.${randomBytes(32).toString('base64url')}`;
  const stateHash = hashToken(state);
  const verifier = randomPKCECodeVerifier();
  const sealedVerifier = keys.seal('social-verifier', verifier, stateHash.toString('hex'));
  const expiresAt = new Date(now.getTime() + attemptMs);
  await db.transaction().execute((tx) => insertAttempt(tx, { stateHash, provider, fanId, sealedVerifier, expiresAt }));
  return client.consentUrl({ state, verifier });
}

type UnlinkRequest = { readonly fanId: number; readonly now: Date };

/** Unlinks a fan's account and enqueues the revocation of its tokens. Throws Refusal SOCIAL_NOT_BOUND. */
export async function unlink(tx: Transaction<DB>, provider: SocialProvider, unlinking: UnlinkRequest): Promise<void> {
  if (!(await release(tx, provider, unlinking))) {
    throw new Refusal('SOCIAL_NOT_BOUND', { provider: providerNames[provider] });
  }
}

/** Unlinks all accounts of a fan in erasure, and ends attempts to link more. */
async function releaseSocialAccounts(tx: Transaction<DB>, unlinking: UnlinkRequest): Promise<void> {
  await release(tx, 'twitter', unlinking);
  await release(tx, 'discord', unlinking);
  await deleteAttemptsOf(tx, unlinking.fanId);
}

async function release(tx: Transaction<DB>, provider: SocialProvider, { fanId, now }: UnlinkRequest): Promise<boolean> {
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
