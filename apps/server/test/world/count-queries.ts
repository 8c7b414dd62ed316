import pg from 'pg';
import { vi } from 'vitest';

/** Counts the queries about a subject while `act` runs; `about` is found in the text of the query. */
export async function countQueries(about: RegExp, act: () => Promise<unknown>): Promise<number> {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await act();
    return queries.mock.calls.filter(([query]) => about.test(textOf(query))).length;
  } finally {
    queries.mockRestore();
  }
}

export type TracedQuery = { readonly text: string; readonly values: readonly unknown[]; readonly rows: number | null };

/**
 * Lists the statements of the first transaction that begins with a statement like `first`, each with the rows that it
 * touched.
 */
export async function traceTransaction(first: RegExp, act: () => Promise<unknown>): Promise<readonly TracedQuery[]> {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await act();
    const { calls, contexts, results } = queries.mock;
    const start = calls.findIndex(([query]) => first.test(textOf(query)));
    const trace: TracedQuery[] = [];
    for (let at = start; at !== -1 && at < calls.length; at += 1) {
      if (contexts[at] !== contexts[start]) continue;
      const [query, values] = calls[at] as unknown as [unknown, readonly unknown[] | undefined];
      const [result] = await Promise.allSettled([results[at]?.value as unknown as Promise<pg.QueryResult>]);
      trace.push({
        text: textOf(query),
        values: values ?? [],
        rows: result.status === 'fulfilled' ? result.value.rowCount : null,
      });
      if (/^(commit|rollback)$/i.test(textOf(query))) break;
    }
    return trace;
  } finally {
    queries.mockRestore();
  }
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}
