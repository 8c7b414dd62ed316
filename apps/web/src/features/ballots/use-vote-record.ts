import type { Contract, DataOf } from '@lightstick/contract';
import { call } from '#/lib/api/call.ts';
import { type PagedBy, type PagedList, useMyPagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';

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
  return useMyPagedList({
    queryKey: [...queryKeys.voteRecord, filter],
    order: 'newestFirst',
    fetchPage: (query, signal) => call(voteRecordRoute, { query: { ...query, ...filter } }, { signal }),
    ...(pageSize !== undefined && { pageSize }),
  });
}

/** The fan's conversions of tickets into votes, newest first. */
export function useConversions(filter: ConversionFilter, pageSize?: number): PagedList<Conversion> {
  return useMyPagedList({
    queryKey: [...queryKeys.conversions, filter],
    order: 'newestFirst',
    fetchPage: (query, signal) => call(conversionRoute, { query: { ...query, ...filter } }, { signal }),
    ...(pageSize !== undefined && { pageSize }),
  });
}
