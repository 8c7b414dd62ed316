import type { Contract, DataOf } from '@lightstick/contract';
import { call } from '#/lib/api/call.ts';
import { type PagedBy, type PagedList, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

const voteRecordRoute = 'GET /activity/api/v1/vote/voteRecord';
const conversionRoute = 'GET /activity/api/v1/vote/getVoteTransferRecord';

type VoteRecordPage = DataOf<Contract[typeof voteRecordRoute]>;
export type VoteRecord = VoteRecordPage['list'][number];
export type VoteState = VoteRecord['state'];
export type VoteSums = VoteRecordPage['sums'];
/** Which of them: those of one activity, those for one idol, those of one state. */
export type VoteRecordFilter = {
  readonly activityId?: string;
  readonly idolId?: string;
  readonly state?: VoteState;
};
export type ConversionFilter = Pick<VoteRecordFilter, 'activityId'>;
type Conversion = DataOf<Contract[typeof conversionRoute]>['list'][number];

/** The fan's own votes with their receipts, newest first. */
export function useVoteRecord(filter: VoteRecordFilter, pageSize?: number): PagedBy<VoteRecordPage> {
  const accountId = useAccountId();
  return usePagedList({
    queryKey: [...queryKeys.voteRecord, accountId, filter],
    fetchPage: (query, signal) => call(voteRecordRoute, { query: { ...query, ...filter } }, { signal }),
    ...(pageSize !== undefined && { pageSize }),
    enabled: accountId !== undefined,
  });
}

/** The fan's conversions of tickets into votes, newest first. */
export function useConversions(filter: ConversionFilter, pageSize?: number): PagedList<Conversion> {
  const accountId = useAccountId();
  return usePagedList({
    queryKey: [...queryKeys.conversions, accountId, filter],
    fetchPage: (query, signal) => call(conversionRoute, { query: { ...query, ...filter } }, { signal }),
    ...(pageSize !== undefined && { pageSize }),
    enabled: accountId !== undefined,
  });
}
