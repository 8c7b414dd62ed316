/**
 * The prefix of every call's address, empty for the page's own server. Set at build time (`VITE_API_BASE_URL`): a proxied
 * path, or an origin that allows the page by CORS with credentials; the CSP then needs it in `connect-src`.
 */
export const apiBaseUrl: string = (import.meta.env.VITE_API_BASE_URL ?? '').replace(/(?<!\/)\/+$/, '');
