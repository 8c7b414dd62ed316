import * as z from 'zod';
import type { ReadApi } from './provider-client.ts';

/** The time for which the former post still counts after a new one, for fans who had it open. */
const overlapMs = 60 * 60_000;

/** Returns the posts that count as the latest, from an account's posts, newest first. */
export function latestPosts(posts: readonly Post[], now: Date): readonly Post[] {
  const [newest] = posts;
  if (!newest) return [];
  return posts.slice(0, now.getTime() - newest.createdAt.getTime() < overlapMs ? 2 : 1);
}

/** A post of an account at X. */
export type Post = { readonly id: string; readonly createdAt: Date };

const id = z.string().min(1).max(64);
const user = z.object({ data: z.object({ id }) });
const meta = z.object({ next_token: z.string().optional() }).optional();
const ids = z.object({ data: z.array(z.object({ id })).default([]), meta });
// For an account that X may not show, it answers with errors instead of posts. That must not be cached as an account
// without posts.
const posts = z
  .object({
    data: z.array(z.object({ id, created_at: z.iso.datetime() })).default([]),
    errors: z.array(z.unknown()).default([]),
  })
  .refine(({ data, errors }) => data.length > 0 || errors.length === 0, { error: 'X shows no posts to this account' });
const timeline = z.object({
  data: z.array(z.object({ referenced_tweets: z.array(z.object({ type: z.string(), id })).default([]) })).default([]),
  meta,
});

/**
 * Lists of X begin with the newest entries, and the action was done just before, so a few pages suffice, also for accounts
 * with a hundred thousand follows.
 */
const mostPages = 3;

/** Reads X's id of an account. */
export async function readAccountId(read: ReadApi, name: string): Promise<string> {
  const { data } = await read(user, `/2/users/by/username/${name}`);
  return data.id;
}

/** Reads an account's own newest posts, without replies and reposts. */
export async function readNewestPosts(read: ReadApi, accountId: string): Promise<Post[]> {
  const { data } = await read(posts, `/2/users/${accountId}/tweets`, {
    max_results: '5',
    exclude: 'replies,retweets',
    'tweet.fields': 'created_at',
  });
  return data.map((post) => ({ id: post.id, createdAt: new Date(post.created_at) }));
}

export function follows(read: ReadApi, subject: string, accountId: string): Promise<boolean> {
  return hasInPages(async (page) => {
    const query = { max_results: '1000', ...page };
    const { data, meta: end } = await read(ids, `/2/users/${subject}/following`, query);
    return { found: data.some((one) => one.id === accountId), next: end?.next_token };
  });
}

export function likes(read: ReadApi, subject: string, postIds: ReadonlySet<string>): Promise<boolean> {
  return hasInPages(async (page) => {
    const query = { max_results: '100', ...page };
    const { data, meta: end } = await read(ids, `/2/users/${subject}/liked_tweets`, query);
    return { found: data.some((one) => postIds.has(one.id)), next: end?.next_token };
  });
}

/** Returns whether the account has reposted one of the posts; quotes count too. */
export function reposts(read: ReadApi, subject: string, postIds: ReadonlySet<string>): Promise<boolean> {
  return hasInPages(async (page) => {
    const query = { max_results: '100', 'tweet.fields': 'referenced_tweets', ...page };
    const { data, meta: end } = await read(timeline, `/2/users/${subject}/tweets`, query);
    const reposted = data.flatMap((post) => post.referenced_tweets).filter(({ type }) => type !== 'replied_to');
    return { found: reposted.some((one) => postIds.has(one.id)), next: end?.next_token };
  });
}

type ListPage = { readonly found: boolean; readonly next: string | undefined };

async function hasInPages(readPage: (query: { pagination_token?: string }) => Promise<ListPage>): Promise<boolean> {
  let next: string | undefined;
  for (let read = 0; read < mostPages; read += 1) {
    const page = await readPage(next === undefined ? {} : { pagination_token: next });
    if (page.found) return true;
    if (page.next === undefined) return false;
    next = page.next;
  }
  return false;
}
