type Asking = {
  /** `Sec-Fetch-Site`, by which every present-day browser says where a request comes from. */
  readonly fetchSite: string | undefined;
  /** `Origin`, which every browser sends with a POST from another site. */
  readonly origin: string | undefined;
  readonly host: string | undefined;
};

/**
 * Whether a request that carries a cookie was made by a page of our own, and not by another site in a fan's browser
 * (OWASP's cheat sheet on cross-site request forgery). What sends neither header is no browser, and brings its own
 * cookie.
 *
 * @param publicUrl - the site's address; development servers are also reached by others, hence the look at `Host`.
 */
export function isFromOwnPage({ fetchSite, origin, host }: Asking, publicUrl: string): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  if (origin === undefined) return true;
  return origin === new URL(publicUrl).origin || (host !== undefined && hostOf(origin) === host);
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
