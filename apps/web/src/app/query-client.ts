import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isTransient } from '#/lib/api/api-error.ts';
import { describeFailure } from '#/lib/failure/describe-failure.ts';
import { text } from '#/lib/i18n/use-text.ts';
import { showToast } from '#/ui/toast/toast-store.ts';

const freshMs = 30_000;

function reportFailure(error: unknown): void {
  const failure = describeFailure(error, text);
  if (failure) showToast({ kind: 'error', ...failure });
}

/**
 * Where failures of the server's calls end up: in place when the screen shows them there, as a toast otherwise.
 * Nothing that spends is ever queued: without a network a mutation fails at once and says so.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // With nothing on screen yet the place itself shows the error; a failed refresh would otherwise go unnoticed.
      onError: (error, query) => {
        if (query.state.data !== undefined) reportFailure(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.['shownInPlace'] !== true) reportFailure(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && isTransient(error),
      },
      mutations: { retry: 0, networkMode: 'always' },
    },
  });
}
