import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useSession, type SessionUser } from '#/lib/session/session.ts';

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
