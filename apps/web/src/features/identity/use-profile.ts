import { useQuery, type UseQueryResult, type QueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useSession, type SessionUser, renewSessionUser, type UserInfo } from '#/lib/session/session.ts';

/** The fan's profile: from the session at once, then from the server. */
export function useProfile(): UseQueryResult<SessionUser> {
  const session = useSession();
  const accountId = session?.userInfo.accountId;
  return useQuery<SessionUser>({
    queryKey: [...queryKeys.profile, accountId],
    queryFn: ({ signal }) =>
      call(
        'POST /wallet/api/v1/userExpand/getUserInfo',
        { body: accountId === undefined ? {} : { accountId } },
        { signal },
      ),
    enabled: accountId !== undefined,
    ...(session && { placeholderData: session.userInfo }),
  });
}

/** Shows a changed profile immediately on all screens; refetches the list of all fans. */
export async function showProfile(queryClient: QueryClient, userInfo: UserInfo): Promise<void> {
  const queryKey = [...queryKeys.profile, userInfo.accountId];
  renewSessionUser(userInfo);
  // An earlier request's answer would arrive after the change.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, userInfo);
  void queryClient.invalidateQueries({ queryKey: queryKeys.fanRanking });
}
