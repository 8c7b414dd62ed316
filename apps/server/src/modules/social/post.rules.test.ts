import { describe, expect, it } from 'vitest';
import { latestPosts } from './post.rules.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const post = (id: string, minutesOld: number) => ({ id, createdAt: new Date(now.getTime() - minutesOld * 60_000) });
const idsOf = (...posts: ReturnType<typeof post>[]) => latestPosts(posts, now).map(({ id }) => id);

describe('the latest post', () => {
  it('is the newest, and for an hour after it also the one before', () => {
    expect(idsOf(post('c', 59), post('b', 600), post('a', 900))).toEqual(['c', 'b']);
    expect(idsOf(post('c', 60), post('b', 600), post('a', 900))).toEqual(['c']);
  });

  it('is none where there is none, and one where there is one', () => {
    expect(idsOf()).toEqual([]);
    expect(idsOf(post('a', 1))).toEqual(['a']);
  });
});
