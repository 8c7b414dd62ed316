let navigated = false;

/** Set by the router after the first navigation in the page. */
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

/** Signing up, for a visitor who wants to take part; the screen prefers signing in on a device with an account. */
export function joinPath(path: string): string {
  return `${signInPath(path)}&way=register`;
}

/**
 * Where to go after signing in: only a path of this site, never another address that a link smuggled in. Browsers read a
 * backslash as a slash and pass over tabs and line breaks, so that `/\t/` would lead to another host as `//` does.
 */
export function safeNextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  return /^\/(?![/\\])\P{Cc}*$/u.test(next) && !next.startsWith('/login') ? next : '/';
}
