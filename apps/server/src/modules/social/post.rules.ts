import type { Post } from './x-api.ts';

/** How long after a new post the one before still counts as the latest, for fans who had it open. */
const overlapMs = 60 * 60_000;

/** The posts that count as the latest, of an account's posts newest first. */
export function latestPosts(posts: readonly Post[], now: Date): readonly Post[] {
  const [newest] = posts;
  if (!newest) return [];
  return posts.slice(0, now.getTime() - newest.createdAt.getTime() < overlapMs ? 2 : 1);
}
