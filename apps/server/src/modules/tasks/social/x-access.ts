import { Refusal } from '#/errors.ts';
import { providerNames } from '#/config/providers.ts';
import { NotTakenError, type ReadApi } from './provider-client.ts';
import { openTokens, type ProviderTokens, sealTokens } from './provider.ts';
import { enqueueRevocation } from './social-jobs.ts';
import { findLink, type Link, replaceTokens } from './social.store.ts';
import type { SocialServices } from './social-services.ts';

/** X through one fan's linked account. */
export type XView = {
  readonly linkId: string;
  readonly subject: string;
  readonly name: string;
  readonly read: ReadApi;
};

/** Lets a piece of work read X through a fan's link. */
export type XAccess = <Result>(
  look: { readonly fanId: number; readonly now: Date },
  work: (view: XView) => Promise<Result>,
) => Promise<Result>;

/** Tokens are renewed before they expire, so that none expires in use. */
const renewBeforeMs = 60_000;

const named = { provider: providerNames.twitter };

/**
 * Opens the view of X through a fan's link. Expiring tokens are renewed once for concurrent callers, because X accepts a
 * refresh token once. The work may start a second time with a renewed token.
 * @throws Refusal SOCIAL_NOT_BOUND, SOCIAL_UNAVAILABLE, and SOCIAL_ACCESS_LOST when X has ended the consent
 */
export function createXAccess(services: SocialServices): XAccess {
  const { db, keys, clientOf } = services;
  const renewals = new Map<string, Promise<ProviderTokens>>();

  async function renewed(fanId: number, now: Date, stale: ProviderTokens): Promise<ProviderTokens> {
    const link = await linkOf(services, fanId);
    const before = sealedIn(link);
    const stored = openTokens(keys, before, link.linkId);
    // A concurrent call has renewed them.
    if (stored.accessToken !== stale.accessToken) return stored;
    if (stored.refreshToken === null) throw new Refusal('SOCIAL_ACCESS_LOST', named);
    let tokens: ProviderTokens;
    try {
      tokens = await clientOf('twitter').refresh(stored.refreshToken, now);
    } catch (error) {
      if (!(error instanceof NotTakenError)) throw error;
      return renewedElsewhere(fanId, stored, error);
    }
    await keep(link, before, tokens);
    return tokens;
  }

  /** Returns the tokens that another replica got for the same refresh token, if it was faster. */
  async function renewedElsewhere(fanId: number, spent: ProviderTokens, refused: Error): Promise<ProviderTokens> {
    const link = await linkOf(services, fanId);
    const stored = openTokens(keys, sealedIn(link), link.linkId);
    if (stored.accessToken === spent.accessToken) throw refused;
    return stored;
  }

  /** Stores renewed tokens. If the link was released meanwhile, they are revoked, because no other place knows them. */
  async function keep({ linkId }: Link, before: Buffer, tokens: ProviderTokens): Promise<void> {
    const after = sealTokens(keys, tokens, linkId);
    if (await replaceTokens(db, linkId, { before, after })) return;
    const revocation = { provider: 'twitter', linkId, sealedTokens: after } as const;
    await db.transaction().execute((tx) => enqueueRevocation(tx, revocation));
  }

  function renewedOnce(link: Link, fanId: number, now: Date, stale: ProviderTokens): Promise<ProviderTokens> {
    const underWay = renewals.get(link.linkId);
    if (underWay) return underWay;
    const renewal = renewed(fanId, now, stale).finally(() => renewals.delete(link.linkId));
    renewals.set(link.linkId, renewal);
    return renewal;
  }

  return async function look({ fanId, now }, work) {
    const link = await linkOf(services, fanId);
    const { linkId, subject, name } = link;
    const client = clientOf('twitter');
    const through = ({ accessToken }: ProviderTokens) =>
      work({ linkId, subject, name, read: client.readApi(accessToken) });
    try {
      const stored = openTokens(keys, sealedIn(link), linkId);
      const ends = new Date(stored.expiresAt).getTime() - now.getTime() <= renewBeforeMs;
      const tokens = ends ? await renewedOnce(link, fanId, now, stored) : stored;
      try {
        return await through(tokens);
      } catch (error) {
        if (!(error instanceof NotTakenError)) throw error;
        return await through(await renewedOnce(link, fanId, now, tokens));
      }
    } catch (error) {
      if (error instanceof NotTakenError) throw new Refusal('SOCIAL_ACCESS_LOST', named);
      throw error;
    }
  };
}

async function linkOf({ db }: SocialServices, fanId: number): Promise<Link> {
  const link = await findLink(db, 'twitter', fanId);
  if (!link) throw new Refusal('SOCIAL_NOT_BOUND', named);
  return link;
}

function sealedIn({ sealedTokens }: Link): Buffer {
  if (!sealedTokens) throw new Refusal('SOCIAL_ACCESS_LOST', named);
  return sealedTokens;
}
