import { describe, expect, it } from 'vitest';
import type { ReadApi } from './provider-client.ts';
import { readNewestPosts, reposts, latestPosts } from './x-api.ts';

/** Answers as X does, page by page. */
function reading(...pages: readonly unknown[]): ReadApi {
  let asked = 0;
  return async (schema) => schema.parse(pages[asked++]);
}

describe('the newest posts', () => {
  it('are none of an account that has not posted', async () => {
    expect(await readNewestPosts(reading({ meta: { result_count: 0 } }), '1')).toEqual([]);
  });

  it('are not taken for none where X shows them not to the account that asks', async () => {
    const blocked = { errors: [{ title: 'Authorization Error', detail: 'Sorry, you are not authorized to see it.' }] };
    await expect(readNewestPosts(reading(blocked), '1')).rejects.toThrow('X shows no posts to this account');
  });
});

describe('a repost', () => {
  const post = (type: string, id: string) => ({ id: `a ${type}`, referenced_tweets: [{ type, id }] });
  const wanted = new Set(['7']);

  it('is seen among the newest pages, as is a quote', async () => {
    const first = { data: [post('retweeted', '6')], meta: { next_token: 'more' } };
    expect(await reposts(reading(first, { data: [post('retweeted', '7')] }), '1', wanted)).toBe(true);
    expect(await reposts(reading({ data: [post('quoted', '7')] }), '1', wanted)).toBe(true);
  });

  it('is no answer to the post, and is not many pages old', async () => {
    expect(await reposts(reading({ data: [post('replied_to', '7')] }), '1', wanted)).toBe(false);
    const page = { data: [post('retweeted', '6')], meta: { next_token: 'more' } };
    expect(await reposts(reading(page, page, page, { data: [post('retweeted', '7')] }), '1', wanted)).toBe(false);
  });
});

const now = new Date('2026-11-21T12:00:00.000Z');
const post = (id: string, minutesOld: number) => ({ id, createdAt: new Date(now.getTime() - minutesOld * 60_000) });
const idsOf = (...posts: ReturnType<typeof post>[]) => latestPosts(posts, now).map(({ id }) => id);

describe('the latest post', () => {
  it('is the newest, and for an hour after it also the one before', () => {
    expect(idsOf(post('c', 59), post('b', 600), post('a', 900))).toEqual(['c', 'b']);
    expect(idsOf(post('c', 60), post('b', 600), post('a', 900))).toEqual(['c']);
  });

  it('is none without any, and one with one', () => {
    expect(idsOf()).toEqual([]);
    expect(idsOf(post('a', 1))).toEqual(['a']);
  });
});
