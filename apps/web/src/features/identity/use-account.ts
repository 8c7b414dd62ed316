import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { hostPresence } from '#/lib/host/host-presence.ts';
import { text } from '#/lib/i18n/use-text.ts';
import { type PagedBy, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import {
  useSession,
  type SessionUser,
  renewSessionUser,
  type UserInfo,
  endSession,
  whileEnding,
  useAccountId,
} from '#/lib/session/session.ts';
import { showToast } from '#/ui/toast/toast-store.ts';

/** Loads the fan's profile: from the session at once, then from the server. */
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

/**
 * Ends the session here, on the server and in the host. When the server is unreachable, the fan stays signed in and sees an
 * error.
 */
export function useSignOut(onSignedOut: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => endSessionBy(queryClient, () => call('POST /wallet/api/v1/user/logout', { body: {} })),
    onSuccess: onSignedOut,
    onError: () => queryClient.invalidateQueries(),
  });
}

/** Ends the session by a call. Queries under way are cancelled, because the server would refuse them afterwards. */
export function endSessionBy<T>(queryClient: QueryClient, end: () => Promise<T>): Promise<T> {
  return whileEnding(async () => {
    await queryClient.cancelQueries();
    const answer = await end();
    forgetSession(queryClient);
    return answer;
  });
}

/** Ends a session here and in the host after the server has ended it, and removes the fan's own queries. */
export function forgetSession(queryClient: QueryClient): void {
  endSession('signedOut');
  queryClient.clear();
  void logOffHost();
}

/** The host has signed the fan in, so it must know when the session that it holds is over. Does nothing in a browser. */
export async function logOffHost(): Promise<void> {
  if (!hostPresence()) return;
  try {
    const { theHost } = await import('#/lib/host/the-host.ts');
    await theHost()?.logOff();
  } catch (error) {
    console.warn('The host did not log off.', error);
  }
}

/** Shows that the sign-in has cancelled the deletion of the account. */
export function showDeletionCancelled(signedIn: { readonly deletionCancelled: boolean }): void {
  if (signedIn.deletionCancelled)
    showToast({ kind: 'success', title: text('leave.backTitle'), detail: text('leave.backText') });
}

const invitesRoute = 'POST /wallet/api/v1/userExpand/userInviteRecords';

type Invites = DataOf<Contract[typeof invitesRoute]>;
export type Invite = Invites['list'][number];
export type InviteFigures = Pick<Invites, 'totals' | 'terms'>;
export type InvitePages = PagedBy<Invites>;

/** Loads invited fans, newest first; each page includes the total reward and the reward of the next invite. */
export function useInvites(): InvitePages {
  const accountId = useAccountId();
  return usePagedList({
    queryKey: [...queryKeys.invites, accountId],
    order: 'newestFirst',
    fetchPage: (body, signal) => call(invitesRoute, { body }, { signal }),
    enabled: accountId !== undefined,
  });
}

/** Returns the address at which a newcomer opens an account that counts for the fan with this code. */
export function inviteLink(fanCode: string): string {
  return `${location.origin}/login?invite=${encodeURIComponent(fanCode)}`;
}
