/**
 * What the address of every call begins with: empty for calls to the server that served the page. Set when the web app is
 * built (`VITE_API_BASE_URL`), either to a path under which a proxy has the API, or to an origin; another origin than the
 * page's has to allow the page by CORS, credentials included, and the page's policy has to allow it by `connect-src`.
 */
export const apiBaseUrl: string = (import.meta.env.VITE_API_BASE_URL ?? '').replace(/\/+$/, '');
