import pg from 'pg';
import { vi } from 'vitest';

/** How often the database is asked about something while `act` runs; `about` is found in the text of the query. */
export async function countQueries(about: RegExp, act: () => Promise<unknown>): Promise<number> {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await act();
    return queries.mock.calls.filter(([query]) => about.test(textOf(query))).length;
  } finally {
    queries.mockRestore();
  }
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}
