import type { Contract, DataOf, PageSlug } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';

export type Page = DataOf<Contract['GET /content/api/v1/page']>;

/** A wording stays for weeks; who keeps the app open for longer than this looks again. */
const freshMs = 10 * 60_000;

/** A written page in the language on screen. */
export function usePage(slug: PageSlug): UseQueryResult<Page> {
  return useQuery({
    queryKey: ['page', slug],
    queryFn: ({ signal }) => call('GET /content/api/v1/page', { query: { slug } }, { signal }),
    staleTime: freshMs,
  });
}
