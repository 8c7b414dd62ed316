import { Refusal } from '#/errors.ts';
import { providerNames } from '#/config/providers.ts';
import { NotTakenError, type ReadApi } from './provider-client.ts';
import { openTokens, type ProviderTokens, sealTokens } from './provider.ts';
import { enqueueRevocation } from './social-jobs.ts';
import { findLink, type Link, replaceTokens } from './social.store.ts';
import type { SocialServices } from './social-services.ts';

/** X as one fan's linked account sees it. */
export type XView = {
  readonly linkId: string;
  readonly subject: string;
  readonly name: string;
  readonly read: ReadApi;
};

/** Lets a piece of work look at X through a fan's link. */
export type XAccess = <Result>(
  look: { readonly fanId: number; readonly now: Date },
  work: (view: XView) => Promise<Result>,
) => Promise<Result>;

/** Tokens are renewed a little before they end, so that they do not end under way. */
const renewBeforeMs = 60_000;

const named = { provider: providerNames.twitter };

/**
 * Opens the view of X that a fan's link gives. Tokens that end are renewed: once for all who look at the same time,
 * because X takes a refresh token only once. The work may be begun a second time, with a renewed token.
 *
 * @throws Refusal SOCIAL_NOT_BOUND, SOCIAL_UNAVAILABLE, and SOCIAL_ACCESS_LOST when X has ended the consent.
 */
export function createXAccess(services: SocialServices): XAccess {
  const { db, keys, clientOf } = services;
  const renewals = new Map<string, Promise<ProviderTokens>>();

  async function renewed(fanId: number, now: Date, stale: ProviderTokens): Promise<ProviderTokens> {
    const link = await linkOf(services, fanId);
    const before = sealedIn(link);
    const stored = openTokens(keys, before, link.linkId);
    // Somebody else has renewed them since.
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

  /** Another replica may have been a moment faster, and a refresh token is taken once; if so, what it was given. */
  async function renewedElsewhere(fanId: number, spent: ProviderTokens, refused: Error): Promise<ProviderTokens> {
    const link = await linkOf(services, fanId);
    const stored = openTokens(keys, sealedIn(link), link.linkId);
    if (stored.accessToken === spent.accessToken) throw refused;
    return stored;
  }

  /** Keeps renewed tokens. Those of a link that was given up meanwhile are given back, as nobody else knows them. */
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
