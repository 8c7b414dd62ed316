import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { trackError } from '#/lib/analytics/track.ts';
import { ApiError, isTransient } from '#/lib/api/api-error.ts';
import { reportFailure } from '#/lib/failure.ts';

const freshMs = 30_000;

type Meta = Readonly<Record<string, unknown>> | undefined;

/**
 * Every error is measured; a toast shows those that the screen does not show itself. Of a background request only a
 * business error is shown, because it carries a message for the fan.
 */
function note(error: Error, meta: Meta, isNews = true): void {
  trackError(error);
  const isBusinessError = error instanceof ApiError && error.status < 400;
  if (meta?.['background'] ? isBusinessError : isNews && !meta?.['shownInPlace']) reportFailure(error);
}

/**
 * Where failures of the server's calls end up: in place when the screen shows them there, as a toast otherwise.
 * Nothing that spends is ever queued: without a network a mutation fails at once and says so.
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
        // Left off by that mode, although coming back to the network is when what is old should be asked for.
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
