import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { SocialAccounts } from '#/modules/tasks/social-accounts.ts';
import { providerNames, type SocialProvider } from '#/config/providers.ts';
import { createOrganiserFacts, organiserOf } from './organiser.ts';
import { socialModes } from './provider.ts';
import type { SocialServices } from './social-services.ts';
import { holdLink, insertReward } from './social.store.ts';
import { follows, likes, reposts } from './x-api.ts';
import { createXAccess } from './x-access.ts';

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

async function readLinks(db: Kysely<DB>, fanId: number): Promise<ReadonlyMap<SocialProvider, string>> {
  const rows = await db
    .selectFrom('social_account')
    .select(['provider', 'link_id'])
    .where('fan_id', '=', fanId)
    .where('released_at', 'is', null)
    .$castTo<{ provider: SocialProvider; link_id: string }>()
    .execute();
  return new Map(rows.map((row) => [row.provider, row.link_id]));
}
