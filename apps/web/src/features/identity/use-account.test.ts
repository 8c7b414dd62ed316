import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { tabStore } from '#/lib/key-value-store.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { adoptHostUser } from '#/lib/session/adopt-host-user.ts';
import { currentSession, endSession, type UserInfo } from '#/lib/session/session.ts';
import { showProfile } from './use-account.ts';

const key = [...queryKeys.profile, 'fan-1'];
const calledBy = (nickname: string) => ({ accountId: 'fan-1', nickname }) as UserInfo;

afterEach(() => endSession('signedOut'));

test('a change is shown at once, and no older answer arrives after it', async () => {
  const client = new QueryClient();
  client.setQueryData(key, calledBy('Mina'));
  const early = Promise.withResolvers<UserInfo>();
  const asking = client.fetchQuery({ queryKey: key, queryFn: () => early.promise }).catch(() => undefined);
  await showProfile(client, calledBy('Rin'));
  early.resolve(calledBy('Mina'));
  await asking;
  expect(client.getQueryData(key)).toEqual(calledBy('Rin'));
});

test('a change leaves the session as it is, with the passport that a host gave', async () => {
  adoptHostUser({ token: 't', passportToken: 'p', accountId: 'fan-1', nickname: 'Mina' });
  await showProfile(new QueryClient(), calledBy('Rin'));
  expect(currentSession()).toMatchObject({ token: 't', userInfo: { nickname: 'Rin' } });
  expect(tabStore.get('passportToken')).toBe('p');
});
