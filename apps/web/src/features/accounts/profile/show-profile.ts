import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#/lib/query-keys.ts';
import { renewSessionUser } from '#/lib/session/renew-session-user.ts';
import type { UserInfo } from '#/lib/session/session.ts';

/** Shows a changed profile at once wherever the fan is seen; the list of all fans is asked for anew. */
export async function showProfile(queryClient: QueryClient, userInfo: UserInfo): Promise<void> {
  const queryKey = [...queryKeys.profile, userInfo.accountId];
  renewSessionUser(userInfo);
  // What was asked before the change would arrive after it.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, userInfo);
  void queryClient.invalidateQueries({ queryKey: queryKeys.fanRanking });
}
