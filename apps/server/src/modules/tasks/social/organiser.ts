import type { Settings } from '#/config/settings.ts';
import { sandboxAccountName, sandboxPath, socialModes } from './provider.ts';
import { latestPosts, type Post, readAccountId, readNewestPosts } from './x-api.ts';
import type { XView } from './x-access.ts';

/** The organiser's account at X, which tasks refer to. */
export type Organiser = {
  readonly name: string;
  /** The account's page as the fan with this name opens it. */
  readonly accountUrl: (as: string) => string;
  readonly postUrl: (postId: string, as: string) => string;
};

/** The organiser's account at X: its id, and its latest posts. */
export type OrganiserFacts = { readonly accountId: string; readonly latest: readonly Post[] };

export function organiserOf(settings: Pick<Settings, 'xApp' | 'discordApp' | 'devPages' | 'publicUrl'>): Organiser {
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
export function createOrganiserFacts(organiser: () => Organiser) {
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
