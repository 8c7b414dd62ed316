import { useQuery, type UseQueryResult, type QueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useSession, type SessionUser, renewSessionUser, type UserInfo } from '#/lib/session/session.ts';

/** The fan's profile: what the session knows at once, and then what the server says now. */
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
  // What was asked before the change would arrive after it.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, userInfo);
  void queryClient.invalidateQueries({ queryKey: queryKeys.fanRanking });
}
