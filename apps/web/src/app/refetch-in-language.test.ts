import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { refetchInLanguage } from './refetch-in-language.ts';

const queryKey = ['idols'];
let queryClient: QueryClient;

const isOutdated = () => queryClient.getQueryState(queryKey)?.isInvalidated === true;

/** A page whose idols were fetched in English. */
beforeEach(async () => {
  queryClient = new QueryClient();
  await refetchInLanguage(queryClient, 'en_US');
  queryClient.setQueryData(queryKey, ['Marin So']);
});

test('in another language everything is fetched again', async () => {
  await refetchInLanguage(queryClient, 'zh_TW');
  expect(isOutdated()).toBe(true);
});

test('nothing is fetched again in the same language, for any caller', async () => {
  await refetchInLanguage(queryClient, 'en_US');
  expect(isOutdated()).toBe(false);
  await refetchInLanguage(queryClient, 'zh_TW');
  queryClient.setQueryData(queryKey, ['蘇瑪凜']);
  await refetchInLanguage(queryClient, 'zh_TW');
  expect(isOutdated()).toBe(false);
});

test('an answer in the previous language does not arrive', async () => {
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const fetching = queryClient.fetchQuery({ queryKey: ['teams'], queryFn: () => promise }).catch(() => 'given up');
  await refetchInLanguage(queryClient, 'zh_TW');
  resolve(['Team Firefly']);
  expect(await fetching).toBe('given up');
  expect(queryClient.getQueryData(['teams'])).toBeUndefined();
});
