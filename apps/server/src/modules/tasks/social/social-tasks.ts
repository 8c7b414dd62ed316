import { providerNames } from '#/config/providers.ts';
import type { Settings } from '#/config/settings.ts';
import { Refusal } from '#/errors.ts';
import type { SocialAccounts } from '#/modules/tasks/completion-check.ts';
import { NotTakenError, type ReadApi, type SocialServices } from './provider-client.ts';
import {
  openTokens,
  type ProviderTokens,
  sandboxAccountName,
  sandboxPath,
  sealTokens,
  socialModes,
} from './provider.ts';
import { enqueueRevocation } from './social-jobs.ts';
import { readLinks } from './social-links.view.ts';
import { findLink, holdLink, insertReward, type Link, replaceTokens } from './social.store.ts';
import { follows, latestPosts, likes, type Post, readAccountId, readNewestPosts, reposts } from './x-api.ts';

/** X's answers about a fan: the tasks' actions, and the latest post. */
export type SocialTasks = SocialAccounts & {
  /** Throws Refusal SOCIAL_NOT_BOUND, SOCIAL_UNAVAILABLE, SOCIAL_ACCESS_LOST. */
  latestPost(look: { fanId: number; now: Date }): Promise<LatestPost>;
};

type LatestPost = { tweetId: string | null; url: string; accountName: string; accountUrl: string };

export function createSocialTasks(services: SocialServices): SocialTasks {
  const organiser = () => organiserOf(services.settings);
  const lookAtX = createXAccess(services);
  const factsOf = createOrganiserFacts(organiser);

  return {
    isOn: (provider) => socialModes(services.settings)[provider] !== 'off',
    linksOf: readLinks,

    hasDone: ({ fanId, action, now }) =>
      lookAtX({ fanId, now }, async (view) => {
        const { accountId, latest } = await factsOf(view, now);
        const { linkId, subject, read } = view;
        if (action === 'follow') return { linkId, done: await follows(read, subject, accountId) };
        const postIds = new Set(latest.map((post) => post.id));
        if (postIds.size === 0) return { linkId, done: false };
        return { linkId, done: await (action === 'like' ? likes : reposts)(read, subject, postIds) };
      }),

    async earn(tx, { fanId, provider, linkId, taskId, occurrence, at }) {
      const named = { provider: providerNames[provider] };
      const link = await holdLink(tx, provider, fanId);
      if (!link || link.linkId !== linkId) throw new Refusal('SOCIAL_NOT_BOUND', named);
      const { subjectHash } = link;
      const isFirst = await insertReward(tx, { provider, subjectHash, fanId, taskId, occurrence, at });
      if (!isFirst) throw new Refusal('SOCIAL_ACCOUNT_REWARDED', named);
    },

    latestPost: ({ fanId, now }) =>
      lookAtX({ fanId, now }, async (view) => {
        const { latest } = await factsOf(view, now);
        const { name: accountName, accountUrl, postUrl } = organiser();
        const [post] = latest;
        const account = accountUrl(view.name);
        return {
          tweetId: post?.id ?? null,
          url: post ? postUrl(post.id, view.name) : account,
          accountName,
          accountUrl: account,
        };
      }),
  };
}

/** The organiser's account at X, which tasks refer to. */
type Organiser = {
  readonly name: string;
  /** The account's page as the fan with this name opens it. */
  readonly accountUrl: (as: string) => string;
  readonly postUrl: (postId: string, as: string) => string;
};

/** The organiser's account at X: its id, and its latest posts. */
type OrganiserFacts = { readonly accountId: string; readonly latest: readonly Post[] };

function organiserOf(settings: Pick<Settings, 'xApp' | 'discordApp' | 'devPages' | 'publicUrl'>): Organiser {
  if (socialModes(settings).twitter === 'sandbox') {
    // The sandbox has no sign-in: its pages get the account by parameter.
    const page = new URL(`${sandboxPath('twitter')}/${sandboxAccountName}`, settings.publicUrl);
    const url = (as: string) => `${page.href}?${new URLSearchParams({ as }).toString()}`;
    return { name: sandboxAccountName, accountUrl: url, postUrl: (postId, as) => `${url(as)}#${postId}` };
  }
  const name = settings.xApp?.account ?? '';
  const accountUrl = `https://x.com/${name}`;
  return { name, accountUrl: () => accountUrl, postUrl: (postId) => `${accountUrl}/status/${postId}` };
}

/** The lifetime of the organiser's cached posts; new ones appear after it. */
const rememberMs = 30_000;

/** Reads the organiser's posts through a fan's link, and caches the answer for other fans. */
function createOrganiserFacts(organiser: () => Organiser) {
  let known: { readonly accountId: string; readonly posts: readonly Post[]; readonly readAtMs: number } | undefined;

  return async function facts({ read }: XView, now: Date): Promise<OrganiserFacts> {
    const nowMs = now.getTime();
    if (!known || Math.abs(nowMs - known.readAtMs) > rememberMs) {
      const accountId = known?.accountId ?? (await readAccountId(read, organiser().name));
      known = { accountId, posts: await readNewestPosts(read, accountId), readAtMs: nowMs };
    }
    return { accountId: known.accountId, latest: latestPosts(known.posts, now) };
  };
}

/** X through one fan's linked account. */
type XView = {
  readonly linkId: string;
  readonly subject: string;
  readonly name: string;
  readonly read: ReadApi;
};

/** Lets a piece of work read X through a fan's link. */
type XAccess = <Result>(
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
function createXAccess(services: SocialServices): XAccess {
  const { db, keys, clientOf } = services;
  const renewals = new Map<string, Promise<ProviderTokens>>();

  async function renewTokens(fanId: number, now: Date, stale: ProviderTokens): Promise<ProviderTokens> {
    const link = await linkOf(services, fanId);
    const before = requireSealedTokens(link);
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
    const stored = openTokens(keys, requireSealedTokens(link), link.linkId);
    if (stored.accessToken === spent.accessToken) throw refused;
    return stored;
  }

  /**
   * Stores renewed tokens. If the link was released in between, they are revoked, because no other place knows them.
   */
  async function keep({ linkId }: Link, before: Buffer, tokens: ProviderTokens): Promise<void> {
    const after = sealTokens(keys, tokens, linkId);
    if (await replaceTokens(db, linkId, { before, after })) return;
    const revocation = { provider: 'twitter', linkId, sealedTokens: after } as const;
    await db.transaction().execute((tx) => enqueueRevocation(tx, revocation));
  }

  function renewedOnce(link: Link, fanId: number, now: Date, stale: ProviderTokens): Promise<ProviderTokens> {
    const underWay = renewals.get(link.linkId);
    if (underWay) return underWay;
    const renewal = renewTokens(fanId, now, stale).finally(() => renewals.delete(link.linkId));
    renewals.set(link.linkId, renewal);
    return renewal;
  }

  return async function look({ fanId, now }, work) {
    const link = await linkOf(services, fanId);
    const { linkId, subject, name } = link;
    const client = clientOf('twitter');
    const workWith = ({ accessToken }: ProviderTokens) =>
      work({ linkId, subject, name, read: client.readApi(accessToken) });
    try {
      const stored = openTokens(keys, requireSealedTokens(link), linkId);
      const ends = new Date(stored.expiresAt).getTime() - now.getTime() <= renewBeforeMs;
      const tokens = ends ? await renewedOnce(link, fanId, now, stored) : stored;
      try {
        return await workWith(tokens);
      } catch (error) {
        if (!(error instanceof NotTakenError)) throw error;
        return await workWith(await renewedOnce(link, fanId, now, tokens));
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

function requireSealedTokens({ sealedTokens }: Link): Buffer {
  if (!sealedTokens) throw new Refusal('SOCIAL_ACCESS_LOST', named);
  return sealedTokens;
}
