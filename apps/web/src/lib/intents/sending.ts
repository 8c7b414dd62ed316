const prefix = 'lightstick.intent.';

/** Some web views have no locks, and neither has a page without TLS. */
const locks = (): LockManager | undefined => (navigator as Partial<Navigator>).locks;

/**
 * Lets the other pages of this browser see that an intent is on its way. A page that dies is no longer seen.
 *
 * @returns says that it has ended.
 */
export function announceSending(key: string): () => void {
  let end: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  // Refused where storage is. The worst that comes of it is a repeat, which the server answers with the first outcome.
  locks()
    ?.request(prefix + key, { mode: 'shared' }, () => promise)
    .catch((error: unknown) => console.warn('Other tabs cannot be told of a request.', error));
  return end;
}

/** The keys of the intents that some page of this browser is waiting for at this moment; none where nobody can tell. */
export async function keysBeingSent(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])));
}
