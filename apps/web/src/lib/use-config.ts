import type { Contract, DataOf } from '@lightstick/contract';
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { isTransient } from './api/api-error.ts';
import { call } from './api/call.ts';
import { queryKeys } from './query-keys.ts';

type Config = DataOf<Contract['GET /config']>;

/** The deployment's public settings: they do not change while the page lives. */
export const configQuery = queryOptions<Config>({
  queryKey: queryKeys.config,
  queryFn: ({ signal }) => call('GET /config', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  // Fetched ahead of the component that asks for it, and direct fetches are not retried by default.
  retry: (failures, error) => failures < 2 && isTransient(error),
});

export function useConfig(): UseQueryResult<Config> {
  return useQuery(configQuery);
}
