import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { queryKeys } from '#/lib/query-keys.ts';
import { type MediaInfo, showMediaInfo } from './use-media-info.ts';

const fan = 'abcdefghijklmnop';
const key = [...queryKeys.mediaInfo, fan];
const linkedTo = (twitterName: string | null) => ({ twitterName }) as MediaInfo;

test('an answer from before the account was linked does not arrive after it', async () => {
  const client = new QueryClient();
  client.setQueryData(key, linkedTo(null));
  const early = Promise.withResolvers<MediaInfo>();
  const asking = client.fetchQuery({ queryKey: key, queryFn: () => early.promise }).catch(() => undefined);
  await showMediaInfo(client, fan, linkedTo('rin'));
  early.resolve(linkedTo(null));
  await asking;
  expect(client.getQueryData(key)).toEqual(linkedTo('rin'));
});

test('the previous account’s posts at X are forgotten, and what follows from a link is fetched again', async () => {
  const client = new QueryClient();
  const latestPost = [...queryKeys.latestPost, fan];
  client.setQueryData(latestPost, { tweetId: '1' });
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  await showMediaInfo(client, fan, linkedTo(null));
  expect(client.getQueryState(latestPost)).toBeUndefined();
  expect(invalidate.mock.calls.map(([filters]) => filters?.queryKey)).toEqual([
    queryKeys.tasks,
    queryKeys.pendingPoints,
  ]);
});
