import { Refusal } from '#/errors.ts';
import type { SocialAccounts } from '#/modules/tasks/social-accounts.ts';
import { providerNames } from '#/config/providers.ts';
import type { Settings } from '#/config/settings.ts';
import { sandboxAccountName, sandboxPath, socialModes } from './provider.ts';
import type { SocialServices } from './social-services.ts';
import { readLinks } from './social-links.view.ts';
import { holdLink, insertReward } from './social.store.ts';
import { follows, latestPosts, likes, type Post, readAccountId, readNewestPosts, reposts } from './x-api.ts';
import { createXAccess, type XView } from './x-access.ts';

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
