let navigated = false;

/** Told by the router when the fan has moved to another screen since the page was loaded. */
export function noteNavigation(): void {
  navigated = true;
}

/** False on the first screen, whose focus belongs to the browser. */
export function hasNavigated(): boolean {
  return navigated;
}

/** The sign-in screen, coming back to `path` afterwards. */
export function signInPath(path: string): string {
  return `/login?next=${encodeURIComponent(path)}`;
}

/** Where to go after signing in: only a path of this site, never another address that a link smuggled in. */
export function safeNextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  return /^\/(?![/\\])/.test(next) && !next.startsWith('/login') ? next : '/';
}
