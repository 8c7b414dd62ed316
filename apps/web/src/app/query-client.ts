import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { trackError } from '#/lib/analytics/track.ts';
import { ApiError, isTransient } from '#/lib/api/api-error.ts';
import { reportFailure } from '#/lib/failure.ts';

const freshMs = 30_000;

type Meta = Readonly<Record<string, unknown>> | undefined;

/**
 * Measures every error; a toast shows those that the screen does not. A background request only shows business errors,
 * which have a message for the fan.
 */
function note(error: Error, meta: Meta, isNews = true): void {
  trackError(error);
  const isBusinessError = error instanceof ApiError && error.status < 400;
  if (meta?.['background'] ? isBusinessError : isNews && !meta?.['shownInPlace']) reportFailure(error);
}

/**
 * Creates the client of calls. A failure appears in place where the screen shows it, otherwise as a toast. Spending is
 * never queued: without a network a mutation fails at once and says so.
 */
export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      // With nothing on screen yet the place itself shows the error; a failed refresh would otherwise go unnoticed.
      onError: (error, { state, meta }) => note(error, meta, state.data !== undefined),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => note(error, meta),
    }),
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        networkMode: 'always',
        // That mode disables it, but a returning network is the moment to refetch stale queries.
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 2 && isTransient(error),
      },
      mutations: { retry: 0, networkMode: 'always' },
    },
  });
  doNotRetryDirectFetches(client);
  return client;
}

/** Fetches outside components must not retry; the library disables retries only where no default is set. */
function doNotRetryDirectFetches(client: QueryClient): void {
  const fetchQuery = client.fetchQuery.bind(client);
  client.fetchQuery = (options) => fetchQuery({ retry: false, ...options });
}
