import type { Contract, DataOf } from '@lightstick/contract';
import { call } from '#/lib/api/call.ts';
import { type PagedList, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

const route = 'POST /task/api/v1/taskItem/getActivityParticipateRecords';

export type ParticipateRecord = DataOf<Contract[typeof route]>['list'][number];

/** The specification's: years of daily tasks are one answer. */
const pageSize = 1000;

/** The tasks that the fan took part in, newest first. */
export function useParticipateRecords(): PagedList<ParticipateRecord> {
  const accountId = useAccountId();
  return usePagedList({
    queryKey: [...queryKeys.tasks, 'records', accountId],
    fetchPage: (body, signal) => call(route, { body }, { signal }),
    pageSize,
    enabled: accountId !== undefined,
  });
}
