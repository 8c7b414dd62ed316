import type { Contract, DataOf } from '@lightstick/contract';
import { call } from '#/lib/api/call.ts';
import { type PagedBy, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

const route = 'POST /wallet/api/v1/userExpand/userInviteRecords';

type Invites = DataOf<Contract[typeof route]>;
export type Invite = Invites['list'][number];
export type InviteFigures = Pick<Invites, 'totals' | 'terms'>;
export type InvitePages = PagedBy<Invites>;

/** Invited fans, newest first; each page includes the total reward and the reward of the next invite. */
export function useInvites(): InvitePages {
  const accountId = useAccountId();
  return usePagedList({
    queryKey: [...queryKeys.invites, accountId],
    order: 'newestFirst',
    fetchPage: (body, signal) => call(route, { body }, { signal }),
    enabled: accountId !== undefined,
  });
}

/** Where a newcomer opens an account that is counted for the fan with this code. */
export function inviteLink(fanCode: string): string {
  return `${location.origin}/login?invite=${encodeURIComponent(fanCode)}`;
}
