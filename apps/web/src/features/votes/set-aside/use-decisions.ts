import type { Contract, DataOf } from '@lightstick/contract';
import { call } from '#/lib/api/call.ts';
import { type PagedBy, usePagedList } from '#/lib/paging/use-paged-list.ts';

const route = 'GET /activity/api/v1/vote/decisions';

type Decisions = DataOf<Contract[typeof route]>;
export type Decision = Decisions['list'][number];
export type VotesSetAside = Decisions['totals'];

/** What was decided about an election's votes that were set aside, newest first. */
export function useDecisions(activityId: string): PagedBy<Decisions> {
  return usePagedList({
    queryKey: ['voteDecisions', activityId],
    fetchPage: (query, signal) => call(route, { query: { ...query, activityId } }, { signal }),
  });
}
