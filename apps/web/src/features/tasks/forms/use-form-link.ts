import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { useAccountId } from '#/lib/session/session.ts';

export type FormLink = DataOf<Contract['POST /task/api/v1/taskItem/getFormLink']>;

/** Where a task's form is for this fan. Asked for anew whenever the sheet opens, because the address expires. */
export function useFormLink(taskId: string): UseQueryResult<FormLink> {
  const accountId = useAccountId() ?? '';
  return useQuery({
    queryKey: ['formLink', accountId, taskId],
    queryFn: ({ signal }) => call('POST /task/api/v1/taskItem/getFormLink', { body: { taskId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { shownInPlace: true },
  });
}
