let navigated = false;

/** Notes the first navigation in the page, for the router. */
export function noteNavigation(): void {
  navigated = true;
}

/** Tells whether this is not the first screen, whose focus belongs to the browser. */
export function hasNavigated(): boolean {
  return navigated;
}

/** Returns the sign-in screen, coming back to `path` afterwards. */
export function signInPath(path: string): string {
  return `/login?next=${encodeURIComponent(path)}`;
}

/**
 * Returns the address to sign up, for a visitor who wants to take part; the screen prefers signing in on a device with
 * an account.
 */
export function joinPath(path: string): string {
  return `${signInPath(path)}&way=register`;
}

/**
 * Returns where to go after signing in: only a path of this site, never an address that a link smuggled in. Browsers
 * read a backslash as a slash and pass over tabs and line breaks, so `/\t/` leads to another host as `//` does.
 */
export function safeNextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  return /^\/(?![/\\])\P{Cc}*$/u.test(next) && !next.startsWith('/login') ? next : '/';
}
