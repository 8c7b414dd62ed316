/**
 * The prefix of every call's address, empty for the page's own server. Set at build time (`VITE_API_BASE_URL`): a proxied
 * path, or an origin that allows the page by CORS with credentials; the CSP then needs it in `connect-src`.
 */
export const apiBaseUrl: string = (import.meta.env.VITE_API_BASE_URL ?? '').replace(/(?<!\/)\/+$/, '');

/** Writes `?a=1&b=2` without undefined values; empty without any. */
export function queryString(query: Record<string, unknown> | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return '';
  return `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}
